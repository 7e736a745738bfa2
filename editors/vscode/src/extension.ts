// The client of the language server `rspc lsp`.

import { homedir } from "node:os";
import * as vscode from "vscode";
import { ExecuteCommandRequest, LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import { type Asked, asked } from "./asked.js";
import type { Answer } from "./page.js";
import { Problems } from "./problems.js";
import { candidates, found } from "./programs.js";

const LANGUAGE = "rspec-reasoning";

/** Settings that the server only takes when it starts. */
const AT_START = ["rspc.path", "rspc.python", "rspc.limits"];

let client: LanguageClient | undefined;
let output: vscode.LogOutputChannel | undefined;
let turn: Promise<void> = Promise.resolve();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel("rspc", { log: true });
  const problems = new Problems(request);
  context.subscriptions.push(
    output,
    problems,
    vscode.commands.registerCommand("rspc.openProblem", async (...given: unknown[]) => {
      const problem = chosen(given);
      if (problem.uri !== "") {
        await problems.open(problem);
      }
    }),
    vscode.commands.registerCommand("rspc.previousProblem", () => problems.move(-1)),
    vscode.commands.registerCommand("rspc.nextProblem", () => problems.move(1)),
    vscode.commands.registerCommand("rspc.restart", restart),
    vscode.workspace.onDidSaveTextDocument((document) => problems.refresh(document.uri.toString())),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (AT_START.some((section) => change.affectsConfiguration(section))) {
        await restart();
      }
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** Start the server, or start it again; a start that is under way is finished before. */
function restart(): Promise<void> {
  turn = turn.then(start);
  return turn;
}

async function start(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.dispose().catch(() => undefined);
  const folder = vscode.workspace.workspaceFolders?.find((each) => each.uri.scheme === "file")?.uri.fsPath;
  const settings = vscode.workspace.getConfiguration("rspc");
  const choices = { path: settings.get("path", "rspc"), python: settings.get("python", "") };
  const cwd = homedir(); // no program and no module is taken from the folder of a workspace, unless the settings say so
  const program = await found(candidates(choices, folder), cwd);
  if (program === undefined) {
    complain("rspc was not found. Install it with: pip install 'rspc[lsp]', or set rspc.path or rspc.python.");
    return;
  }
  const server = { command: program.command, args: [...program.args, "lsp"], options: { cwd } };
  const starting = new LanguageClient("rspc", "rspc", server, options());
  try {
    await starting.start();
    client = starting;
  } catch {
    await starting.dispose().catch(() => undefined);
    complain("The language server of rspc did not start. See the output for the reason. You may need to run: pip install 'rspc[lsp]'.");
  }
}

function options(): LanguageClientOptions {
  const settings = vscode.workspace.getConfiguration("rspc");
  return {
    documentSelector: [
      { scheme: "file", language: LANGUAGE },
      { scheme: "untitled", language: LANGUAGE },
    ],
    initializationOptions: settings.get("limits"),
    outputChannel: output,
  };
}

/** Return the problem that a command is about: that of its arguments, or the first of the spec in the editor. */
function chosen(given: unknown[]): Asked {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const seed = vscode.workspace.getConfiguration("rspc", uri).get("seed", 0);
  const own = given.length > 1 || typeof given[0] === "string" ? given : [];
  return asked(own, { uri: uri?.toString() ?? "", seed, index: 0 });
}

async function request({ uri, seed, index }: Asked): Promise<Answer | null> {
  if (client === undefined) {
    throw new Error("the language server is not running");
  }
  const server = client;
  const command = { command: "rspc.problem", arguments: [uri, seed, index] };
  const place = { location: vscode.ProgressLocation.Window, title: "rspc: generating a problem" };
  return vscode.window.withProgress(
    place,
    async () => (await server.sendRequest(ExecuteCommandRequest.type, command)) as Answer | null,
  );
}

function complain(message: string): void {
  const [settings, shown] = ["Open Settings", "Show Output"];
  void vscode.window.showErrorMessage(message, settings, shown).then(async (picked) => {
    if (picked === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "@ext:rspc.rspec-reasoning");
    } else if (picked === shown) {
      output?.show();
    }
  });
}
