// Panels with problems, one for each spec. A panel shows its problem again when the spec is saved.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { type Asked, moved, title } from "./asked.js";
import { type Answer, failedPage, problemPage } from "./page.js";

/** Ask the server for a problem. */
export type Request = (asked: Asked) => Promise<Answer | null>;

interface Shown {
  panel: vscode.WebviewPanel;
  asked: Asked;
  requests: number;
}

export class Problems implements vscode.Disposable {
  private readonly shown = new Map<string, Shown>();

  constructor(private readonly request: Request) {}

  /** Show a problem beside the editor, in the panel of its spec. */
  async open(asked: Asked): Promise<void> {
    let shown = this.shown.get(asked.uri);
    if (shown === undefined) {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const panel = vscode.window.createWebviewPanel("rspc.problem", title(asked), place, {
        enableScripts: false,
        enableForms: false,
        enableFindWidget: true,
        localResourceRoots: [],
      });
      shown = { panel, asked, requests: 0 };
      this.shown.set(asked.uri, shown);
      panel.onDidDispose(() => this.shown.delete(asked.uri));
    } else {
      shown.panel.reveal(undefined, true);
    }
    shown.asked = asked;
    await this.fill(shown);
  }

  /** Show the problem some places further in the panel that is active. */
  async move(by: number): Promise<void> {
    for (const shown of this.shown.values()) {
      if (shown.panel.active) {
        shown.asked = moved(shown.asked, by);
        await this.fill(shown);
      }
    }
  }

  /** Show the problem of a spec again, if one is shown. */
  async refresh(uri: string): Promise<void> {
    const shown = this.shown.get(uri);
    if (shown !== undefined) {
      await this.fill(shown);
    }
  }

  dispose(): void {
    for (const shown of [...this.shown.values()]) {
      shown.panel.dispose();
    }
  }

  /** Ask for the problem of a panel; an answer is not used if another was asked for meanwhile. */
  private async fill(shown: Shown): Promise<void> {
    const request = ++shown.requests;
    const nonce = randomBytes(16).toString("hex");
    shown.panel.title = title(shown.asked);
    let page: string;
    try {
      page = problemPage(await this.request(shown.asked), nonce);
    } catch (error) {
      page = failedPage(error instanceof Error ? error.message : String(error), nonce);
    }
    if (request === shown.requests && this.shown.get(shown.asked.uri) === shown) {
      shown.panel.webview.html = page;
    }
  }
}
