// The page of a problem in a panel. It runs no script and loads nothing: its only style is the one written here.

const STYLE = `
body { padding: 0 1.5em 1.5em; color: var(--vscode-editor-foreground); line-height: 1.5; }
h1 { font-size: 1.2em; }
h2 { font-size: 1em; margin: 1.5em 0 0.3em; }
pre, code { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
pre { white-space: pre-wrap; margin: 0; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--vscode-panel-border); padding: 0.2em 0.6em; text-align: left; }
.failed { color: var(--vscode-errorForeground); }
`;

/** What the server answers to `rspc.problem`. */
export interface Answer {
  html?: string;
  text?: string;
}

/** Return the page of an answer. Of a whole document of the server, the body is used. */
export function problemPage(answer: Answer | null | undefined, nonce: string): string {
  const html = answer?.html ?? "";
  const body = /<body[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html;
  if (body.trim() !== "") {
    return page(body, nonce);
  }
  const text = answer?.text ?? "";
  return text.trim() !== "" ? page(`<pre>${escaped(text)}</pre>`, nonce) : failedPage("the server has no problem to show", nonce);
}

/** Return a page that says why there is no problem. */
export function failedPage(why: string, nonce: string): string {
  return page(`<h1>No problem</h1><p class="failed">${escaped(why)}</p>`, nonce);
}

/** Return the text as HTML. */
export function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function page(body: string, nonce: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
