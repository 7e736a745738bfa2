// The theme, before anything is drawn, and the keys of all pages.
(() => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return localStorage.getItem("rspc-theme");
    } catch {
      return null;
    }
  };
  const apply = () => {
    const theme = chosen() || (dark.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    window.Quasar?.Dark?.set(theme === "dark");
    document.dispatchEvent(new CustomEvent("studio-theme", { detail: theme }));
  };
  const toggle = () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("rspc-theme", next);
    } catch {
      // without storage the choice lasts as long as the page
    }
    document.documentElement.dataset.theme = next;
    window.Quasar?.Dark?.set(next === "dark");
    document.dispatchEvent(new CustomEvent("studio-theme", { detail: next }));
  };
  // Texts with half of a pair of surrogates cannot be sent: they get a mark in its place.
  window.studioText = (value) => {
    if (typeof value === "string") return value.toWellFormed ? value.toWellFormed() : value;
    if (Array.isArray(value)) return value.map(window.studioText);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, window.studioText(each)]));
  };

  apply();
  dark.addEventListener("change", apply);
  window.addEventListener("load", () => setTimeout(apply, 0));

  const keys = () => document.getElementById("studio-keys")?.showModal();
  const isWriting = (target) =>
    target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;

  // Panes are the elements with `data-pane`; F6 goes from one to the next.
  const nextPane = (step) => {
    const panes = [...document.querySelectorAll("[data-pane]")].filter((each) => each.offsetParent !== null);
    if (!panes.length) return;
    const here = panes.findLastIndex((each) => each.contains(document.activeElement));
    const pane = panes[(here + step + panes.length) % panes.length];
    const inner = pane.querySelector(".cm-content") || pane;
    if (inner === pane && !pane.hasAttribute("tabindex")) pane.setAttribute("tabindex", "-1");
    inner.focus();
  };

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-studio]") : null;
    if (button?.dataset.studio === "theme") toggle();
    if (button?.dataset.studio === "keys") keys();
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "F6") {
        event.preventDefault();
        nextPane(event.shiftKey ? -1 : 1);
      } else if (event.altKey && event.code === "KeyT") {
        event.preventDefault();
        toggle();
      } else if (event.altKey && event.code === "Digit1") {
        event.preventDefault();
        location.assign("/");
      } else if (event.key === "?" && !isWriting(event.target)) {
        event.preventDefault();
        keys();
      }
    },
    true,
  );
})();
