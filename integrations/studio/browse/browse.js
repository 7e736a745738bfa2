// What is clicked, typed and chosen on the page of a dataset goes to the server as one kind of event.
(() => {
  const send = (act, value) => {
    if (typeof emitEvent === "function") emitEvent("browse", window.studioText({ act, value }));
  };
  const closest = (event, selector) =>
    event.target instanceof Element ? event.target.closest(selector) : null;
  const isWriting = (target) =>
    target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;

  let waiting = 0;
  const select = (row) => {
    if (!row) return;
    for (const each of document.querySelectorAll('#b-grid tr[aria-selected="true"]'))
      each.setAttribute("aria-selected", "false");
    row.setAttribute("aria-selected", "true");
    row.scrollIntoView({ block: "nearest" });
    document.getElementById("b-grid")?.setAttribute("aria-activedescendant", row.id);
    clearTimeout(waiting);
    waiting = setTimeout(() => send("row", row.dataset.value), 70);
  };
  const move = (step) => {
    const rows = [...document.querySelectorAll("#b-grid tr.rec")];
    if (!rows.length) return;
    const here = rows.findIndex((each) => each.getAttribute("aria-selected") === "true");
    const next = here < 0 ? 0 : here + step;
    if (next >= rows.length && here === rows.length - 1) send("page", "next");
    else if (next < 0 && here === 0) send("page", "previous");
    else select(rows[Math.min(Math.max(next, 0), rows.length - 1)]);
  };

  document.addEventListener("click", (event) => {
    const mark = closest(event, "[data-mark]");
    if (mark) return send("mark", `${mark.closest("[data-plot]")?.dataset.plot},${mark.dataset.mark}`);
    const found = closest(event, "[data-act]");
    if (!found || found.disabled) return;
    if (found.dataset.act === "row") {
      select(found);
      document.getElementById("b-grid")?.focus({ preventScroll: true });
      return;
    }
    const form = found.closest("[data-form]");
    if (form && found.dataset.act === form.dataset.form) {
      const fields = {};
      for (const each of form.querySelectorAll("[name]")) fields[each.name] = each.value;
      send(found.dataset.act, fields);
    } else send(found.dataset.act, found.dataset.value ?? "");
  });

  let typing = 0;
  document.addEventListener("input", (event) => {
    const found = closest(event, "[data-input]");
    if (!found) return;
    clearTimeout(typing);
    typing = setTimeout(() => send(found.dataset.input, found.value), 150);
  });
  document.addEventListener("change", (event) => {
    const found = closest(event, "[data-change]");
    if (!found) return;
    const value = found.type === "checkbox" ? found.checked : found.value;
    send(found.dataset.change, { of: found.dataset.value, value });
  });

  // A file that is opened is sent in pieces.
  const PIECE = 1 << 20;
  const encoded = async (blob) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(blob);
    });
  const sendFile = async (file) => {
    const key = `${Date.now()} ${Math.random()}`;
    const told = { key, name: file.name, size: file.size };
    if (file.size > 256 * PIECE) return send("piece", { ...told, at: 0, content: "" });
    for (let at = 0; at === 0 || at < file.size; at += PIECE) {
      send("piece", { ...told, at, content: file.size ? await encoded(file.slice(at, at + PIECE)) : "" });
      await new Promise((resolve) => setTimeout(resolve, 5)); // other messages go between
    }
  };
  document.addEventListener("change", async (event) => {
    const found = closest(event, "[data-files]");
    if (!found) return;
    for (const each of [...found.files]) await sendFile(each).catch(() => undefined);
    found.value = "";
  });

  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(20),
    PageUp: () => move(-20),
    Home: () => move(-1e6),
    End: () => move(1e6),
  };
  const letters = {
    j: () => move(1),
    k: () => move(-1),
    "[": () => send("page", "previous"),
    "]": () => send("page", "next"),
    "/": () => document.getElementById("b-text")?.focus(),
    f: () => document.getElementById("b-condition")?.focus(),
    c: () => send("pin", ""),
    s: () => document.getElementById("b-pasted")?.focus(),
    e: () => document.querySelector("#b-export")?.showModal(),
    x: () => send("clear", ""),
    1: () => send("tab", "records"),
    2: () => send("tab", "statistics"),
    3: () => send("tab", "replies"),
  };
  document.addEventListener("keydown", (event) => {
    const mark = closest(event, "[data-mark]");
    const entered = closest(event, "[data-enter]");
    if (mark && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if (entered && event.key === "Enter") send(entered.dataset.enter, entered.value);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.id === "b-pasted")
      event.target.closest("[data-form]")?.querySelector("[data-act]")?.click();
    else if (event.key === "Escape" && isWriting(event.target) && !closest(event, "dialog")) {
      event.preventDefault(); // a search field would be emptied
      document.getElementById("b-grid")?.focus();
    }
    else if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
    else if (document.querySelector("dialog[open]")) return;
    else if (event.key in keys && closest(event, "#b-grid, body") && !closest(event, ".b-records, .b-plots, button")) {
      event.preventDefault();
      keys[event.key]();
    } else if (event.key === "Enter" && closest(event, "#b-grid") && !closest(event, "button"))
      document.querySelector(".b-record")?.focus();
    else if (event.key in letters) {
      event.preventDefault();
      letters[event.key]();
    }
  });
})();
