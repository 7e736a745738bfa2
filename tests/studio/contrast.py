"""How well the texts of a page can be told from what is behind them, by WCAG 2.2 (1.4.3)."""

from typing import Any

FAINT = """() => {
  const still = document.createElement('style');
  still.textContent = '* { pointer-events: auto !important; transition: none !important; animation: none !important; }';
  document.head.append(still);
  const parse = (text) => {
    const parts = text.match(/[\\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const scale = text.startsWith('color(') ? 255 : 1;
    return [...parts.slice(0, 3).map((each) => each * scale), parts.length > 3 ? parts[3] : 1];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((each) => each / 255).map(
      (each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grey = ([r, g, b]) => Array(3).fill(0.2126 * r + 0.7152 * g + 0.0722 * b);  // as the filter does it
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const others = ['svg', 'g', 'text', 'tspan', 'title'];
  const isShape = (each) => each instanceof SVGElement && !others.includes(each.tagName);
  const paint = (each) => {
    const style = getComputedStyle(each);
    if (!isShape(each)) return parse(style.backgroundColor);
    const colour = style.fill === 'none' ? [0, 0, 0, 0] : parse(style.fill);
    return [...colour.slice(0, 3), colour[3] * style.fillOpacity * style.opacity];
  };
  // What is seen of a text: its opacity is that of all that it is in.
  const opacity = (each) => {
    let found = 1;
    for (let at = each; at; at = at.parentElement) found *= Number(getComputedStyle(at).opacity);
    return found;
  };
  const found = new Map();
  const judge = (element, colour, rect, text) => {
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    if (rect.width < 2 || rect.height < 2 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return;
    const stack = document.elementsFromPoint(x, y);
    const place = stack.indexOf(element);
    if (place < 0) return;  // it is scrolled out of sight, or behind a dialog
    let behind = [255, 255, 255, 1];
    for (const each of stack.slice(place).reverse()) behind = over(paint(each), behind);
    const style = getComputedStyle(element);
    const seen = over([...colour.slice(0, 3), colour[3] * opacity(element)], behind);
    const isGrey = element.closest('.stale .wb-columns, .stale .wb-head, .stale [data-view=beside] > div');
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const measured = isGrey ? ratio(grey(seen), grey(behind)) : ratio(seen, behind);
    const key = `${element.tagName}.${element.getAttribute('class') ?? ''} ${measured.toFixed(2)}`;
    const colours = `[${seen.map(Math.round)}] on [${behind.map(Math.round)}]`;
    if (measured < needed) found.set(key, `${key}: ${text.trim().slice(0, 30)} ${colours}`);
    window.measured = (window.measured ?? 0) + 1;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const style = getComputedStyle(element);
    for (const rect of [...range.getClientRects()].slice(0, 2))
      judge(element, parse(element instanceof SVGElement ? style.fill : style.color), rect, walker.currentNode.data);
  }
  for (const element of document.querySelectorAll('input:not([type=range], [type=checkbox]), textarea, select')) {
    const rect = element.getBoundingClientRect();
    judge(element, parse(getComputedStyle(element).color), rect, element.value ?? '');
    const faint = getComputedStyle(element, '::placeholder').color;
    if (element.placeholder) judge(element, parse(faint), rect, element.placeholder);
  }
  still.remove();
  return [...found.values()];
}"""


def faint(page: Any) -> list[str]:
    """Return the texts in sight that are too faint: less than 4.5 to 1, or 3 to 1 for large ones."""
    found = page.evaluate(FAINT)
    assert page.evaluate("window.measured") > 5
    return list(found)
