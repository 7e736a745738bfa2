// The parts of the client that need no editor.

import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { asked, moved, title } from "../src/asked.js";
import { escaped, failedPage, problemPage } from "../src/page.js";
import { Problems } from "../src/problems.js";
import { candidates, found, located } from "../src/programs.js";
import { type Panel, panels } from "./vscode.js";

const STANDARD = { uri: "file:///a/flight.rspec", seed: 7, index: 0 };
const WORDS = { html: "<p>words</p>", text: "words" };

beforeEach(() => {
  panels.length = 0;
});

test("the arguments of a command are used, and what they lack is that of the default", () => {
  assert.deepEqual(asked(["file:///b.rspec", 1, 2], STANDARD), { uri: "file:///b.rspec", seed: 1, index: 2 });
  assert.deepEqual(asked([], STANDARD), STANDARD);
  for (const wrong of [[null, -1, 1.5], ["", "1", Number.NaN], [{}, [], undefined]]) {
    assert.deepEqual(asked(wrong, STANDARD), STANDARD);
  }
});

test("indices do not go below 0", () => {
  assert.equal(moved(STANDARD, 1).index, 1);
  assert.equal(moved(STANDARD, -1).index, 0);
});

test("a title has the name of the file and the index", () => {
  assert.equal(title({ ...STANDARD, uri: "file:///a/my%20books.rspec", index: 3 }), "my books.rspec: problem 3");
});

test("a page has a policy that allows its own style alone", () => {
  const page = problemPage(WORDS, "abc");
  const [policy] = /content="(default-src[^"]*)"/.exec(page)?.slice(1) ?? [];
  assert.equal(policy, "default-src 'none'; style-src 'nonce-abc'; base-uri 'none'; form-action 'none'");
  assert.ok(page.includes('<style nonce="abc">'));
  assert.ok(page.indexOf("Content-Security-Policy") < page.indexOf("<p>words</p>"));
  assert.ok(!page.includes("<script"));
});

test("of a whole document the body is shown", () => {
  const html = '<!doctype html><html><head><style>x</style></head><body class="a"><h1>T</h1>\n<p>t</p></body></html>';
  const page = problemPage({ html }, "abc");
  assert.ok(page.includes("<body>\n<h1>T</h1>\n<p>t</p>\n</body>"));
  assert.ok(!page.includes("<style>x"));
  assert.equal(page.match(/<body/g)?.length, 1);
});

test("without HTML the text is shown, escaped, and without both an error", () => {
  assert.ok(problemPage({ text: "a < b & <script>" }, "n").includes("<pre>a &lt; b &amp; &lt;script&gt;</pre>"));
  for (const answer of [null, undefined, {}, { html: " ", text: "" }, { html: "<body></body>" }]) {
    assert.ok(problemPage(answer, "n").includes("the server has no problem to show"));
  }
  assert.ok(failedPage('E0101: unexpected "<"', "n").includes("E0101: unexpected &quot;&lt;&quot;"));
  assert.equal(escaped("&amp;"), "&amp;amp;");
});

test("a spec has one panel, without scripts, and its problem is shown again", async () => {
  const requests: unknown[] = [];
  const problems = new Problems(async (problem) => {
    requests.push(problem);
    return { html: `<p>${problem.index}</p>` };
  });
  await problems.open(STANDARD);
  await problems.open({ ...STANDARD, index: 4 });
  await problems.refresh(STANDARD.uri);
  await problems.refresh("file:///other.rspec");
  await problems.move(1);
  assert.equal(panels.length, 1);
  const [panel] = panels as [Panel];
  assert.equal(panel.type, "rspc.problem");
  assert.deepEqual(panel.options, {
    enableScripts: false,
    enableForms: false,
    enableFindWidget: true,
    localResourceRoots: [],
  });
  assert.deepEqual(panel.pages.map((page) => /<p>(\d)<\/p>/.exec(page)?.[1]), ["0", "4", "4", "5"]);
  assert.equal(panel.title, "flight.rspec: problem 5");
  assert.equal(panel.revealed, 1);
  assert.deepEqual(requests.at(-1), { ...STANDARD, index: 5 });
  await problems.open({ ...STANDARD, uri: "file:///b.rspec" });
  assert.equal(panels.length, 2);
  problems.dispose();
  assert.ok(panels.every((each) => each.disposed));
  await problems.open(STANDARD);
  assert.equal(panels.length, 3);
});

test("only the panel that is active moves", async () => {
  const problems = new Problems(async () => WORDS);
  await problems.open(STANDARD);
  await problems.open({ ...STANDARD, uri: "file:///b.rspec" });
  const [first, second] = panels as [Panel, Panel];
  first.active = false;
  await problems.move(1);
  assert.deepEqual([first.title, second.title], ["flight.rspec: problem 0", "b.rspec: problem 1"]);
});

test("an answer that comes late is not shown, nor is one for a panel that was closed", async () => {
  const waiting: ((answer: { html: string }) => void)[] = [];
  const problems = new Problems(() => new Promise((resolve) => waiting.push(resolve)));
  const first = problems.open(STANDARD);
  const second = problems.refresh(STANDARD.uri);
  waiting[1]?.({ html: "new" });
  waiting[0]?.({ html: "old" });
  await Promise.all([first, second]);
  const [panel] = panels as [Panel];
  assert.equal(panel.pages.length, 1);
  assert.ok(panel.pages[0]?.includes("new"));
  const third = problems.refresh(STANDARD.uri);
  panel.dispose();
  waiting[2]?.({ html: "late" });
  await third;
  assert.equal(panel.pages.length, 1);
});

test("an error is shown in the panel", async () => {
  for (const fault of [new Error("E0401: every attempt was rejected"), "E0401: every attempt was rejected"]) {
    const problems = new Problems(() => Promise.reject(fault));
    await problems.open(STANDARD);
    assert.ok(panels.at(-1)?.webview.html.includes('<p class="failed">E0401: every attempt was rejected</p>'));
  }
});

test("rspc is tried before python, and a Python of the settings alone", () => {
  const module = ["-P", "-m", "rspc"];
  assert.deepEqual(candidates({ path: "", python: "" }, undefined), [
    { command: "rspc", args: [] },
    { command: "python", args: module },
    { command: "python3", args: module },
  ]);
  assert.deepEqual(candidates({ path: "rspc", python: ".venv/bin/python" }, "/home/a"), [
    { command: "/home/a/.venv/bin/python", args: module },
  ]);
});

test("relative paths begin at the folder of the workspace, and names are looked up", () => {
  assert.equal(located("rspc", "/a"), "rspc");
  assert.equal(located("bin/rspc", "/a"), "/a/bin/rspc");
  assert.equal(located("${workspaceFolder}/rspc", "/a"), "/a/rspc");
  assert.equal(located("/usr/bin/rspc", "/a"), "/usr/bin/rspc");
  assert.equal(located("bin/rspc", undefined), "bin/rspc");
});

test("the first program that prints a version of rspc is used", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rspc-"));
  const script = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return { command: path, args: [] };
  };
  try {
    const other = script("other", "echo another program");
    const broken = script("broken", "echo rspc 0.15.0; exit 1");
    const good = script("good", 'test "$1" = --version && echo rspc 0.15.0');
    const missing = { command: join(folder, "missing"), args: [] };
    assert.equal(await found([missing, other, broken, good], folder), good);
    assert.equal(await found([missing, other, broken], folder), undefined);
    assert.equal(await found([], folder), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
