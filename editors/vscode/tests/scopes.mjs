// Every token of the shipped specs has a scope of the kind that the lexer of rspc takes it for.
//
//     python tools/token_kinds.py >kinds.json; node tests/scopes.mjs kinds.json

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const FILE = new URL("../syntaxes/rspec.tmLanguage.json", import.meta.url);

/** The kind of a scope; the first that a scope begins with counts. */
const KINDS = [
  ["string.", "string"],
  ["punctuation.definition.string.", "string"],
  ["comment.", "comment"],
  ["keyword.operator.word.", "keyword"],
  ["keyword.operator.", "sign"],
  ["punctuation.separator.", "sign"],
  ["keyword.", "keyword"],
  ["constant.language.", "constant"],
  ["constant.numeric.", "number"],
  ["variable.other.", "variable"],
  ["variable.parameter.hole.", "hole"],
  ["entity.name.tag.", "expansion"],
  ["entity.name.", "name"],
  ["meta.name.", "name"],
  ["punctuation.definition.name.", "name"],
];

/** Return the kind of a token of the grammar. Whatever is inside a text or a name in backquotes belongs to it. */
function kind(scopes) {
  const region = scopes.find((each) => /^(string\.|meta\.name\.quoted)/.test(each));
  const scope = region ?? scopes.at(-1);
  return KINDS.find(([begin]) => scope.startsWith(begin))?.[1] ?? scope;
}

async function load() {
  const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(FILE, "utf8"), "grammar.json"),
  });
  return registry.loadGrammar("source.rspec-reasoning");
}

/** Return the tokens of each line of a text. */
function coloured(grammar, text) {
  let state = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const found = grammar.tokenizeLine(line, state);
    state = found.ruleStack;
    return found.tokens;
  });
}

/** Return the kinds of the characters of a part of a line. */
function kindsOf(tokens, start, end) {
  const within = tokens.filter((token) => token.startIndex < end && token.endIndex > start);
  return [...new Set(within.map((token) => kind(token.scopes)))];
}

const grammar = await load();
const files = Object.entries(JSON.parse(readFileSync(process.argv[2], "utf8")));
let [tokens, wrong] = [0, 0];
for (const [path, meant] of files) {
  const text = readFileSync(path, "utf8");
  const lines = coloured(grammar, text);
  for (const [number, line] of lines.entries()) {
    for (const token of line.filter((each) => each.scopes.some((scope) => scope.startsWith("invalid.")))) {
      wrong++;
      console.error(`${path}:${number + 1}:${token.startIndex + 1}: invalid`);
    }
  }
  for (const [line, start, end, expected] of meant) {
    tokens++;
    const kinds = start === end ? [expected] : kindsOf(lines[line], start, end);
    if (kinds.length !== 1 || kinds[0] !== expected) {
      wrong++;
      const part = text.split("\n")[line].slice(start, end);
      console.error(`${path}:${line + 1}:${start + 1}: ${part} is ${kinds.join(", ")}, not ${expected}`);
    }
  }
}
console.log(`${tokens} tokens of ${files.length} files, ${wrong} with another scope`);
process.exit(tokens === 0 || wrong > 0 ? 1 : 0);
