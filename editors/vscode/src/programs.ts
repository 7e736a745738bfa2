// Which program is the language server: `rspc lsp`, or `python -m rspc lsp` where `rspc` is not on the path.

import { execFile } from "node:child_process";
import { isAbsolute, join } from "node:path";

export interface Program {
  command: string;
  args: string[];
}

export interface Chosen {
  path: string;
  python: string;
}

/** How long a program may take to print its version, in milliseconds. The first run after an installation is slow. */
const PATIENCE = 30_000;

/** How Python runs rspc. With `-P` it takes no module from the folder that it is started in. */
const MODULE = ["-P", "-m", "rspc"];

/** Return the programs to try, in order. A Python that was chosen is the only one. */
export function candidates(chosen: Chosen, folder: string | undefined): Program[] {
  const python = chosen.python.trim();
  if (python !== "") {
    return [{ command: located(python, folder), args: MODULE }];
  }
  return [
    { command: located(chosen.path.trim() || "rspc", folder), args: [] },
    { command: "python", args: MODULE },
    { command: "python3", args: MODULE },
  ];
}

/** Return a path of the settings as it is run: `${workspaceFolder}` is replaced, and a relative path begins there. */
export function located(path: string, folder: string | undefined): string {
  if (folder === undefined) {
    return path;
  }
  const whole = path.replaceAll("${workspaceFolder}", folder);
  return /[\\/]/.test(whole) && !isAbsolute(whole) ? join(folder, whole) : whole;
}

/** Return the first program that prints a version of rspc, or undefined. */
export async function found(programs: readonly Program[], cwd: string): Promise<Program | undefined> {
  for (const program of programs) {
    if (await answers(program, cwd)) {
      return program;
    }
  }
  return undefined;
}

function answers(program: Program, cwd: string): Promise<boolean> {
  const options = { cwd, timeout: PATIENCE, windowsHide: true };
  return new Promise((resolve) => {
    execFile(program.command, [...program.args, "--version"], options, (error, output) => {
      resolve(error === null && /^rspc \d/.test(output));
    });
  });
}
