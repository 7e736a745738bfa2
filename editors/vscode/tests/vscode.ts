// What the panels use of VS Code, as the tests see it.

export class Panel {
  title: string;
  active = true;
  disposed = false;
  revealed = 0;
  pages: string[] = [];
  readonly webview: { html: string };
  private readonly listeners: (() => void)[] = [];

  constructor(
    readonly type: string,
    title: string,
    readonly options: Record<string, unknown>,
  ) {
    this.title = title;
    const { pages } = this;
    this.webview = {
      set html(page: string) {
        pages.push(page);
      },
      get html(): string {
        return pages.at(-1) ?? "";
      },
    };
  }

  reveal(): void {
    this.revealed++;
  }

  onDidDispose(listener: () => void): void {
    this.listeners.push(listener);
  }

  dispose(): void {
    this.disposed = true;
    this.listeners.forEach((each) => each());
  }
}

export const panels: Panel[] = [];

export const ViewColumn = { Beside: -2 };

export const window = {
  createWebviewPanel(type: string, title: string, _place: unknown, options: Record<string, unknown>): Panel {
    const panel = new Panel(type, title, options);
    panels.push(panel);
    return panel;
  },
};
