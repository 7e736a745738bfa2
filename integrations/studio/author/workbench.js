// The page of a spec: the editor, and the panes that the server fills.
import * as CM from "nicegui-codemirror";

const KINDS = [
  "namespace", "type", "class", "parameter", "variable", "property", "enumMember", "function", "method", "macro",
  "keyword", "comment", "string", "number", "operator",
];
const SEND_AFTER = 60; // ms from a key to its message

const setFaults = CM.StateEffect.define();
const setColours = CM.StateEffect.define();

// Makes what is drawn like the HTML for it, element by element: an input that is being used keeps its value and focus.
const redraw = (target, html) => {
  const wanted = document.createElement(target.tagName);
  wanted.innerHTML = html;
  alignChildren(target, wanted);
};
const alignChildren = (old, wanted) => {
  while (old.childNodes.length > wanted.childNodes.length) old.lastChild.remove();
  [...wanted.childNodes].forEach((each, place) => {
    const found = old.childNodes[place];
    if (found?.nodeName === each.nodeName) align(found, each);
    else if (found) found.replaceWith(each);
    else old.append(each);
  });
};
const align = (old, wanted) => {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  alignChildren(old, wanted);
  if (old === document.activeElement) return;
  if (old.nodeName === "INPUT" || old.nodeName === "SELECT") old.value = wanted.value;
};

// A set of decorations that is replaced by an effect, and otherwise moves with the text.
const layer = (effect) =>
  CM.StateField.define({
    create: () => CM.Decoration.none,
    update(set, transaction) {
      let found = set.map(transaction.changes);
      for (const each of transaction.effects) if (each.is(effect)) found = CM.Decoration.set(each.value, true);
      return found;
    },
    provide: (field) => CM.EditorView.decorations.from(field),
  });
const faultLayer = layer(setFaults);
const colourLayer = layer(setColours);

// Browsers break a line after any hyphen: a sign stays with what it negates, and an arrow in one piece.
const joining = new CM.MatchDecorator({
  regexp: /-(?:>|[\w?~<]{1,40})/g,
  decoration: CM.Decoration.mark({ class: "joined" }),
});
const joined = CM.ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = joining.createDeco(view);
    }
    update(update) {
      this.decorations = joining.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

// A position of the server (line and column from 0) as an offset; one outside the text becomes the nearest inside.
const offsetOf = (doc, [line, column]) => {
  if (line < 0) return 0;
  if (line >= doc.lines) return doc.length;
  const row = doc.line(line + 1);
  return Math.min(row.from + column, row.to);
};
const pointOf = (doc, offset) => {
  const row = doc.lineAt(offset);
  return [row.number - 1, offset - row.from];
};

// Whether all braces before a place are closed; those in texts and comments do not count.
const isOutside = (doc, pos) => {
  const code = doc.sliceString(0, pos).replace(/"(?:\\.|[^"\\])*"|#.*/g, "");
  return code.split("{").length <= code.split("}").length;
};

// A line after an open bracket is one step further in; any other is as far in as the line before it. A line that has
// become an item begins at the margin.
const indentation = (item) => (context, pos) => {
  const row = context.state.doc.lineAt(pos);
  const before = row.text.slice(0, pos - row.from);
  if (!before && item.test(row.text) && isOutside(context.state.doc, pos)) return 0;
  return /(?:[{([]|\bas)\s*$/.test(before) ? /^ */.exec(before)[0].length + context.unit : null;
};

// Snippets of the protocol: `${1:name}` stands for `name`, which is selected if it is the first.
const plainSnippet = (text) => {
  let selection = null;
  let plain = "";
  let done = 0;
  for (const found of text.matchAll(/\$(?:(\d+)|\{(\d+)(?::([^}]*))?\})/g)) {
    plain += text.slice(done, found.index);
    const inner = found[3] || "";
    if (selection === null || (found[1] || found[2]) === "1") selection = [plain.length, plain.length + inner.length];
    plain += inner;
    done = found.index + found[0].length;
  }
  plain += text.slice(done);
  return { plain, selection: selection || [plain.length, plain.length] };
};

export default {
  template: `
<div class="wb">
  <section class="wb-left" data-pane="editor" aria-label="Spec">
    <div class="wb-notice" ref="outside" role="alert" hidden>
      <span>The file was changed by another program.</span><span class="grow"></span>
      <button type="button" data-act="reload">Read it again</button>
      <button type="button" data-act="overwrite">Save this text over it</button>
    </div>
    <div class="wb-editor" ref="editor"></div>
    <div class="wb-faults" ref="faults" data-pane="diagnostics" tabindex="0" aria-label="Diagnostics" aria-live="polite"></div>
  </section>
  <div class="wb-grip" ref="grip" role="separator" aria-orientation="vertical" aria-label="Width of the editor" tabindex="0"></div>
  <section class="wb-right" aria-label="Problem">
    <div class="wb-place" data-pane="settings">
      <label>Seed <input type="number" min="0" step="1" value="0" data-place="seed"></label>
      <label>Instance <input type="number" min="0" step="1" value="0" data-place="index"></label>
      <button type="button" data-act="previous" title="Alt+P" aria-label="Previous instance">‹</button>
      <button type="button" data-act="next" title="Alt+N" aria-label="Next instance">›</button>
      <label>Preset <select data-place="preset" ref="presets"></select></label>
      <label>Split <select data-place="split" ref="splits"></select></label>
      <span class="grow"></span>
      <span class="wb-busy" ref="busy" role="status"></span>
    </div>
    <details class="wb-knobs" open><summary>Parameters <span class="muted" ref="changed"></span></summary><div ref="knobs" class="wb-knob-groups"></div></details>
    <div class="wb-tabs" role="tablist" aria-label="What is shown" data-pane="tabs">
      <button type="button" role="tab" data-tab="problem" aria-selected="true">Problem</button>
      <button type="button" role="tab" data-tab="beside" aria-selected="false" tabindex="-1">In other words</button>
      <button type="button" role="tab" data-tab="figures" aria-selected="false" tabindex="-1">Figures</button>
      <button type="button" role="tab" data-tab="drops" aria-selected="false" tabindex="-1">Drops</button>
    </div>
    <div class="wb-notice stale-notice" ref="stale" role="status" hidden></div>
    <div class="wb-start" ref="start" hidden></div>
    <div class="wb-pane" ref="pane" data-pane="problem" tabindex="0">
      <div data-view="problem" class="wb-problem">
        <div class="wb-head" ref="head"></div>
        <div class="wb-columns">
          <div class="wb-column"><section data-hide="prompt" hidden><h2>Prompt</h2><div ref="prompt"></div></section>
            <section data-hide="options" hidden><h2>Answers</h2><div ref="options"></div></section></div>
          <div class="wb-column"><section data-hide="proof" hidden><h2>Proof</h2><div ref="proof"></div></section>
            <section data-hide="theory" hidden><h2>Theory</h2><div ref="theory"></div></section>
            <section data-hide="engines" hidden><h2>Engines</h2><div ref="engines"></div></section>
            <section data-hide="numbers" hidden><h2>Metrics</h2><div ref="numbers"></div></section></div>
        </div>
      </div>
      <div data-view="beside" hidden>
        <p class="wb-beside"><label>Compare with <select data-place="wording" ref="wordings"></select></label></p>
        <div ref="beside"></div>
      </div>
      <div data-view="figures" hidden><div ref="figures"></div></div>
      <div data-view="drops" hidden>
        <div class="wb-two"><section><h2>Before this instance</h2><div ref="own_drops"></div></section>
        <section><h2>Over many instances</h2><div ref="drops"></div></section></div>
      </div>
    </div>
  </section>
  <dialog ref="export" aria-label="Command line"><form method="dialog"><h2>Command line</h2>
    <p class="muted">It makes what is shown, from the file as it was saved.</p>
    <pre ref="command" tabindex="0"></pre><div class="row-end"><button type="button" data-act="copy">Copy</button><button autofocus>Close</button></div></form></dialog>
</div>`,
  props: { items: Array },
  data: () => ({}),
  mounted() {
    this.version = 1;
    this.asked = new Map();
    this.number = 0;
    this.known = [];
    this.pinned = null;
    this.tab = "problem";
    this.buildEditor();
    this.listen();
    if (this.editor.state.doc.toString().trim()) this.$refs.busy.textContent = "making…";
    this.say("ready", { choice: this.kept("choice") });
  },
  beforeUnmount() {
    this.editor?.destroy();
    document.removeEventListener("keydown", this.onKey, true);
    window.removeEventListener("beforeunload", this.onLeave);
    document.removeEventListener("click", this.onBar);
  },
  methods: {
    say(kind, more = {}) {
      this.$emit("say", window.studioText({ kind, ...more }));
    },

    // ------------------------------------------------------------------------------------------------ the editor
    buildEditor() {
      const self = this;
      const changed = CM.EditorView.updateListener.of((update) => {
        if (!update.docChanged || self.isLoading) return;
        self.version += 1;
        self.showStart();
        self.markStale();
        clearTimeout(self.sending);
        self.sending = setTimeout(() => self.sendText(), SEND_AFTER);
      });
      const hover = CM.hoverTooltip(async (view, pos) => {
        const found = await self.ask("hover", { point: pointOf(view.state.doc, pos) });
        if (!found?.html) return null;
        const area = found.area ? found.area.map((each) => offsetOf(view.state.doc, each)) : [pos, pos];
        return {
          pos: area[0],
          end: area[1],
          above: true,
          create: () => {
            const dom = document.createElement("div");
            dom.className = "wb-hover";
            dom.innerHTML = found.html;
            return { dom };
          },
        };
      }, { hideOnChange: true });
      const complete = async (context) => {
        const word = context.matchBefore(/[\w`<?.]+/);
        const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
        if (!context.explicit && !word && !/[ :<?.]/.test(before)) return null;
        const found = await self.ask("complete", {
          point: pointOf(context.state.doc, context.pos),
          trigger: word || context.explicit ? "" : before,
        });
        if (!found?.items?.length) return null;
        const from = word ? word.from : context.pos;
        return { from, options: found.items.map((item) => self.option(item)), validFor: /^[\w`<?.]*$/ };
      };
      const item = new RegExp(`^\\s+(?:${this.items.join("|")})\\s`);
      const keys = [
        { key: "Mod-.", run: () => self.fixHere() },
        { key: "F8", run: () => self.nextFault(1) },
        { key: "Shift-F8", run: () => self.nextFault(-1) },
        CM.indentWithTab,
      ];
      this.waiting = new CM.Compartment(); // nothing is typed before the text of the file is here
      this.editor = new CM.EditorView({
        parent: this.$refs.editor,
        extensions: [
          this.waiting.of(CM.EditorState.readOnly.of(true)),
          CM.Prec.high(CM.keymap.of(keys)),
          CM.basicSetup,
          CM.indentUnit.of("  "),
          CM.indentService.of(indentation(item)),
          CM.EditorView.lineWrapping,
          CM.EditorState.tabSize.of(2),
          CM.EditorView.contentAttributes.of({ "aria-label": "Text of the spec", spellcheck: "false" }),
          CM.EditorState.languageData.of(() => [
            { autocomplete: complete, indentOnInput: item, commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"', "`"] } },
          ]),
          faultLayer,
          colourLayer,
          joined,
          hover,
          changed,
          CM.EditorView.theme({
            "&": { height: "100%", fontSize: "12.5px", backgroundColor: "var(--panel)", color: "var(--text)" },
            ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
            "&.cm-focused": { outline: "none" },
          }),
        ],
      });
    },
    option(item) {
      return {
        label: item.label,
        detail: item.detail,
        type: item.type,
        boost: -item.place / 1000,
        info: item.html
          ? () => {
              const dom = document.createElement("div");
              dom.className = "wb-hover";
              dom.innerHTML = item.html;
              return dom;
            }
          : undefined,
        apply: (view, completion, from, to) => {
          const { plain, selection } = item.snippet
            ? plainSnippet(item.text)
            : { plain: item.text, selection: [item.text.length, item.text.length] };
          const start = item.from ? offsetOf(view.state.doc, item.from) : from;
          view.dispatch({
            changes: { from: Math.min(start, to), to, insert: plain },
            selection: { anchor: Math.min(start, to) + selection[0], head: Math.min(start, to) + selection[1] },
            userEvent: "input.complete",
          });
        },
      };
    },
    sendText() {
      clearTimeout(this.sending);
      this.sending = null;
      const written = this.editor.state.doc.toString();
      const text = written.toWellFormed?.() ?? written; // halves of characters cannot be sent
      this.keep("draft", text === this.base ? null : { base: this.base, text });
      this.say("edit", { version: this.version, text });
    },
    // The editor hears of a key a moment after it; the text with it goes first.
    save(force) {
      setTimeout(() => {
        if (this.sending) this.sendText();
        this.say("save", { force });
      }, SEND_AFTER);
    },
    // Ask the server something; the latest text goes first.
    ask(kind, more) {
      if (this.sending) this.sendText();
      const id = (this.number += 1);
      return new Promise((resolve) => {
        this.asked.set(id, resolve);
        this.say(kind, { ...more, id });
        setTimeout(() => this.reply(id, null), 8000);
      });
    },
    reply(id, value) {
      this.asked.get(id)?.(value);
      this.asked.delete(id);
    },
    // What is kept as long as the tab is open: the text that is not saved, and what was chosen.
    kept(name) {
      try {
        return JSON.parse(sessionStorage.getItem(`rspc ${name} ${location.search}`));
      } catch {
        return null;
      }
    },
    keep(name, value) {
      try {
        const key = `rspc ${name} ${location.search}`;
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // the storage is full or refused: nothing is kept
      }
    },
    // Show the text of the file; or that of the tab, if it was not saved before the page was left or lost its server.
    open(text) {
      this.base = text;
      this.setText(text);
      this.editor.dispatch({ effects: this.waiting.reconfigure([]) });
      this.restore(text);
      this.showStart();
      this.follow();
    },
    restore(text) {
      const draft = this.kept("draft");
      if (!draft || draft.text === text) return;
      if (draft.base !== text) this.say("base", { text: draft.base });
      this.base = draft.base;
      const changes = { from: 0, to: this.editor.state.doc.length, insert: draft.text };
      this.editor.dispatch({ changes });
      this.sendText();
    },
    // Go to the place in the address, or make the repair in it, if the text is the one that it is for. It is not saved.
    follow() {
      const [, kind, value] = /^#(at|fix)=(.*)$/.exec(location.hash) || [];
      if (!kind) return;
      history.replaceState(null, "", location.pathname + location.search);
      const doc = this.editor.state.doc;
      try {
        if (kind === "at") return this.goTo(offsetOf(doc, value.split(",").map(Number)));
        const changes = JSON.parse(decodeURIComponent(value)).map(({ area, was, text }) => {
          const [from, to] = area.map((point) => offsetOf(doc, point));
          return { from, to, insert: String(text), isOld: doc.sliceString(from, to) !== was };
        });
        if (changes.every((each) => !each.isOld)) this.editor.dispatch({ changes, userEvent: "input.fix" });
        this.goTo(changes[0].from);
      } catch {
        // an address that somebody wrote by hand
      }
    },
    setText(text) {
      this.isLoading = true;
      this.editor.dispatch({ changes: { from: 0, to: this.editor.state.doc.length, insert: text } });
      this.isLoading = false;
    },
    colours(version, tokens) {
      if (version !== this.version) return;
      const doc = this.editor.state.doc;
      const marks = [];
      let line = 0;
      let column = 0;
      for (let place = 0; place + 4 < tokens.length; place += 5) {
        line += tokens[place];
        column = tokens[place] ? tokens[place + 1] : column + tokens[place + 1];
        const from = offsetOf(doc, [line, column]);
        const to = offsetOf(doc, [line, column + tokens[place + 2]]);
        const name = `tok-${KINDS[tokens[place + 3]]}${tokens[place + 4] & 1 ? " tok-declared" : ""}`;
        if (from < to) marks.push(CM.Decoration.mark({ class: name }).range(from, to));
      }
      this.editor.dispatch({ effects: setColours.of(marks) });
    },

    // -------------------------------------------------------------------------------------------- diagnostics
    showFaults(version, faults, html) {
      if (version !== null && version !== this.version) return;
      this.known = faults;
      this.$refs.faults.innerHTML = html;
      const doc = this.editor.state.doc;
      const marks = [];
      for (const each of faults) {
        if (!each.area) continue;
        let [from, to] = each.area.map((point) => offsetOf(doc, point));
        if (from === to) {
          if (to < doc.length) to += 1;
          else if (from > 0) from -= 1;
        }
        if (from < to) marks.push(CM.Decoration.mark({ class: `fault fault-${each.severity}` }).range(from, to));
        const row = doc.lineAt(from);
        marks.push(CM.Decoration.line({ class: `fault-line fault-line-${each.severity}` }).range(row.from));
      }
      this.editor.dispatch({ effects: setFaults.of(marks) });
    },
    nextFault(step) {
      const doc = this.editor.state.doc;
      const places = this.known.filter((each) => each.area).map((each) => offsetOf(doc, each.area[0]));
      places.sort((one, other) => one - other);
      if (!places.length) return false;
      const here = this.editor.state.selection.main.head;
      const next =
        step > 0
          ? (places.find((each) => each > here) ?? places[0])
          : (places.filter((each) => each < here).pop() ?? places[places.length - 1]);
      this.goTo(next);
      return true;
    },
    goTo(offset) {
      this.editor.dispatch({ selection: { anchor: offset }, effects: CM.EditorView.scrollIntoView(offset, { y: "center" }) });
      this.editor.focus();
    },
    fixHere() {
      const doc = this.editor.state.doc;
      const here = this.editor.state.selection.main.head;
      const row = doc.lineAt(here);
      const own = this.known
        .map((each, place) => ({ ...each, place }))
        .filter((each) => each.changes && each.area);
      const holds = (each) => offsetOf(doc, each.area[0]) <= here && here <= offsetOf(doc, each.area[1]);
      const onRow = (each) => offsetOf(doc, each.area[0]) <= row.to && row.from <= offsetOf(doc, each.area[1]);
      const found = own.find(holds) || own.find(onRow);
      if (found) this.fix(found.place);
      return true;
    },
    changesOf(fault) {
      const doc = this.editor.state.doc;
      return (fault?.changes || [])
        .map(({ area, text }) => ({ from: offsetOf(doc, area[0]), to: offsetOf(doc, area[1]), insert: text }))
        .sort((one, other) => one.from - other.from);
    },
    make(changes) {
      if (changes.length) this.editor.dispatch({ changes, userEvent: "input.fix" });
      this.editor.focus();
    },
    fix(place) {
      this.make(this.changesOf(this.known[place]));
    },
    async format() {
      const { version } = this;
      const changes = await this.ask("format", {});
      if (version !== this.version) return;
      if (changes) this.make(this.changesOf({ changes }));
      else this.status("not formatted: first correct the errors", this.isSaved);
    },
    // All repairs at once; one that touches an earlier one is left for the next time.
    fixAll() {
      const made = [];
      for (const fault of this.known) {
        const own = this.changesOf(fault);
        const touches = (each) => made.some((other) => each.from <= other.to && other.from <= each.to);
        if (!own.some(touches)) made.push(...own);
      }
      this.make(made.sort((one, other) => one.from - other.from));
    },
    // What an empty spec can begin with.
    showStart() {
      const isEmpty = !this.editor.state.doc.toString().trim();
      this.$refs.start.hidden = !isEmpty;
      this.$refs.pane.hidden = isEmpty;
    },
    startWith(text) {
      const { doc } = this.editor.state;
      if (doc.toString().trim()) return;
      this.editor.dispatch({ changes: { from: 0, to: doc.length, insert: text }, userEvent: "input" });
      this.editor.focus();
    },

    // ---------------------------------------------------------------------------------------------- the panes
    fill(parts) {
      for (const [name, html] of Object.entries(parts)) {
        const target = this.$refs[name];
        if (!target) continue;
        target.innerHTML = html;
        const holder = target.closest("[data-hide]");
        if (holder) holder.hidden = !html;
      }
      if ("theory" in parts) this.pinned = null;
    },
    controls(parts, changed) {
      for (const [name, html] of Object.entries(parts)) {
        const target = this.$refs[name];
        if (!target || target.dataset.drawn === html) continue;
        target.dataset.drawn = html;
        redraw(target, html);
        if (target.nodeName === "SELECT" && target !== document.activeElement)
          target.value = target.querySelector("option[selected]")?.value ?? "";
      }
      this.$refs.changed.textContent = changed;
    },
    remember(choice) {
      this.keep("choice", choice);
    },
    place(seed, index) {
      for (const [name, value] of Object.entries({ seed, index })) {
        const input = this.$el.querySelector(`input[data-place="${name}"]`);
        if (document.activeElement !== input) input.value = value;
      }
    },
    step(by) {
      this.markStale();
      this.say("step", { by });
    },
    markStale() {
      this.$refs.pane.classList.add("stale");
      this.$refs.busy.textContent = "making…";
    },
    fresh(notice) {
      this.$refs.pane.classList.toggle("stale", Boolean(notice));
      this.$refs.stale.hidden = !notice;
      this.$refs.stale.textContent = notice;
      this.$refs.busy.textContent = "";
    },
    status(text, isSaved) {
      const label = document.getElementById("wb-saved");
      if (label) label.textContent = text;
      this.isSaved = isSaved;
    },
    // The file has this text now.
    saved(text) {
      this.base = text;
      this.keep("draft", this.editor.state.doc.toString() === text ? null : { base: text, text: this.editor.state.doc.toString() });
    },
    setOutside(isChanged) {
      this.$refs.outside.hidden = !isChanged;
    },
    showCommand(text) {
      this.$refs.command.textContent = text;
      this.$refs.export.showModal();
    },
    showTab(name) {
      this.tab = name;
      for (const tab of this.$el.querySelectorAll("[role=tab]")) {
        const chosen = tab.dataset.tab === name;
        tab.setAttribute("aria-selected", String(chosen));
        tab.tabIndex = chosen ? 0 : -1;
      }
      for (const view of this.$el.querySelectorAll("[data-view]")) view.hidden = view.dataset.view !== name;
      this.say("tab", { name });
    },

    // --------------------------------------------------------------------------- sentences, statements and steps
    light(element) {
      const pane = this.$refs.pane;
      for (const each of pane.querySelectorAll(".lit, .lit-own")) each.classList.remove("lit", "lit-own");
      if (!element) return;
      const ids = new Set(`${element.dataset.s || ""} ${element.dataset.links || ""}`.split(" ").filter(Boolean));
      const steps = new Set((element.dataset.from || "").split(" ").filter(Boolean));
      for (const each of pane.querySelectorAll("[data-s]"))
        if (each.dataset.s.split(" ").some((id) => ids.has(id))) each.classList.add("lit");
      for (const each of pane.querySelectorAll("[data-step]"))
        if (steps.has(each.dataset.step)) each.classList.add("lit");
      if (element.dataset.s)
        for (const each of pane.querySelectorAll("[data-step]"))
          if (each.dataset.links.split(" ").some((id) => ids.has(id))) each.classList.add("lit");
      element.classList.add("lit-own");
    },
    // Show the first lit part of the column that the element is not in.
    showLit(element) {
      for (const column of this.$refs.pane.querySelectorAll(".wb-column")) {
        if (column.contains(element)) continue;
        const first = column.querySelector(".lit");
        if (!first || column.scrollHeight <= column.clientHeight) continue;
        const [inner, outer] = [first.getBoundingClientRect(), column.getBoundingClientRect()];
        if (inner.top < outer.top || inner.bottom > outer.bottom)
          column.scrollTop += inner.top - outer.top - outer.height / 3;
      }
    },
    litOf(event) {
      return event.target instanceof Element ? event.target.closest("[data-s], [data-links]") : null;
    },

    // ------------------------------------------------------------------------------------------------- events
    listen() {
      const root = this.$el;
      root.addEventListener("click", (event) => this.onClick(event));
      root.addEventListener("change", (event) => this.onChange(event));
      root.addEventListener("input", (event) => this.onInput(event));
      const pane = this.$refs.pane;
      pane.addEventListener("mouseover", (event) => {
        if (!this.pinned) this.light(this.litOf(event));
      });
      pane.addEventListener("mouseleave", () => {
        if (!this.pinned) this.light(null);
      });
      pane.addEventListener("focusin", (event) => {
        const found = this.litOf(event);
        if (found) {
          this.pinned = null;
          this.light(found);
          this.showLit(found);
        }
      });
      pane.addEventListener("keydown", (event) => this.onRowKey(event));
      this.onKey = (event) => {
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
          event.preventDefault();
          this.save(false);
        } else if (event.altKey && event.shiftKey && event.code === "KeyF") {
          event.preventDefault();
          this.format();
        } else if (event.altKey && event.code === "KeyN") {
          event.preventDefault();
          this.step(1);
        } else if (event.altKey && event.code === "KeyP") {
          event.preventDefault();
          this.step(-1);
        } else if (event.altKey && event.code === "KeyE") {
          event.preventDefault();
          this.say("export");
        } else if (event.altKey && /^Digit[6-9]$/.test(event.code)) {
          event.preventDefault();
          this.showTab(["problem", "beside", "figures", "drops"][Number(event.code.slice(5)) - 6]);
        }
      };
      document.addEventListener("keydown", this.onKey, true);
      this.onBar = (event) => {
        const button = event.target instanceof Element ? event.target.closest("[data-bar]") : null;
        if (!button) return;
        if (button.dataset.bar === "format") this.format();
        if (button.dataset.bar === "save") this.save(false);
        if (button.dataset.bar === "export") this.say("export");
      };
      document.addEventListener("click", this.onBar);
      this.onLeave = (event) => {
        if (this.isSaved === false) event.preventDefault();
      };
      window.addEventListener("beforeunload", this.onLeave);
      this.listenToGrip();
    },
    onClick(event) {
      const target = event.target instanceof Element ? event.target : null;
      if (!target) return;
      const act = target.closest("[data-act]")?.dataset.act;
      if (act === "next") this.step(1);
      if (act === "previous") this.step(-1);
      if (act === "reload") this.say("reload");
      if (act === "overwrite") this.save(true);
      if (act === "copy") navigator.clipboard?.writeText(this.$refs.command.textContent);
      const tab = target.closest("[data-tab]");
      if (tab) this.showTab(tab.dataset.tab);
      const fix = target.closest("[data-fix]");
      const starter = target.closest("[data-start]");
      if (starter) this.say("start", { name: starter.dataset.start });
      if (target.closest("[data-fixes]")) this.fixAll();
      else if (fix) this.fix(Number(fix.dataset.fix));
      else {
        const fault = target.closest("[data-fault]");
        const area = fault ? this.known[Number(fault.dataset.fault)]?.area : null;
        if (area) this.goTo(offsetOf(this.editor.state.doc, area[0]));
      }
      const reset = target.closest("[data-reset]");
      if (reset) this.say("knob", { name: reset.dataset.reset, value: null });
      if (this.$refs.pane.contains(target)) {
        const found = this.litOf(event);
        this.pinned = found && this.pinned !== found ? found : null;
        this.light(found);
        if (found) this.showLit(found);
      }
    },
    onChange(event) {
      const input = event.target;
      if (input.dataset.knob) {
        if (input.type === "number" && !input.checkValidity()) {
          input.reportValidity();
          return;
        }
        this.markStale();
        this.say("knob", { name: input.dataset.knob, value: input.value });
      } else if (input.dataset.place) {
        if (input.type === "number" && (!input.checkValidity() || input.value === "")) {
          input.reportValidity();
          return;
        }
        this.markStale();
        this.say("place", { name: input.dataset.place, value: input.value });
      }
    },
    onInput(event) {
      const name = event.target.dataset.slider;
      if (!name) return;
      const box = document.getElementById(`knob-${name}`);
      if (box) box.value = event.target.value;
      this.markStale();
      clearTimeout(this.sliding);
      this.sliding = setTimeout(() => this.say("knob", { name, value: event.target.value }), 80);
    },
    // Arrows go along rows and tabs.
    onRowKey(event) {
      const row = event.target.closest?.("li[tabindex]");
      if (!row || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
      const rows = [...row.parentElement.querySelectorAll(":scope > li[tabindex]")];
      const next = rows[rows.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    },
    listenToGrip() {
      const grip = this.$refs.grip;
      const tabs = this.$el.querySelector(".wb-tabs");
      tabs.addEventListener("keydown", (event) => {
        if (!["ArrowRight", "ArrowLeft"].includes(event.key)) return;
        const all = [...tabs.querySelectorAll("[role=tab]")];
        const here = all.findIndex((each) => each.dataset.tab === this.tab);
        const next = all[(here + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
        this.showTab(next.dataset.tab);
        next.focus();
      });
      const set = (share) => this.$el.style.setProperty("--left", `${Math.min(75, Math.max(20, share))}%`);
      let now = 40;
      grip.addEventListener("pointerdown", (event) => {
        grip.setPointerCapture(event.pointerId);
        grip.onpointermove = (move) => {
          now = (100 * move.clientX) / this.$el.clientWidth;
          set(now);
        };
        grip.onpointerup = () => (grip.onpointermove = null);
      });
      grip.addEventListener("keydown", (event) => {
        if (!["ArrowRight", "ArrowLeft"].includes(event.key)) return;
        now += event.key === "ArrowRight" ? 2 : -2;
        set(now);
      });
    },
  },
};
