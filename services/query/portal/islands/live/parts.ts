/** Replaces the parts that are marked with `data-live` where the other page has others: whether it has. */
export function renewParts(page: Document): boolean {
  let isRenewed = false;
  for (const marked of document.querySelectorAll<HTMLElement>("[data-live]")) {
    const other = page.querySelector(`[data-live="${CSS.escape(marked.dataset["live"] ?? "")}"]`);
    if (!other) continue;
    const [part, renewed] = [changingOf(marked), changingOf(other)];
    if (contentOf(renewed) === contentOf(part)) continue;
    replace(part, renewed);
    isRenewed = true;
  }
  return isRenewed;
}

/** A map draws itself anew when its data block changes; of other parts everything changes. */
function changingOf(part: Element): Element {
  return part.querySelector('script[type="application/json"]') ?? part;
}

/** The part's content but for ages, which pass without news. */
function contentOf(part: Element): string {
  // The clone of an element is one.
  const copy = part.cloneNode(true) as Element;
  for (const age of copy.querySelectorAll("[data-ended]")) age.textContent = "";
  return copy.innerHTML;
}

/** Where the keyboard is, and how far tables are scrolled, stays. */
function replace(part: Element, renewed: Element): void {
  const scrolled = Array.from(part.querySelectorAll(".table"), ({ scrollLeft, scrollTop }) => ({
    scrollLeft,
    scrollTop,
  }));
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const place = focused && placeOf(focused);
  part.replaceChildren(...renewed.childNodes);
  for (const [at, table] of part.querySelectorAll(".table").entries()) Object.assign(table, scrolled[at]);
  if (place) part.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
}

/** A selector for the same link, or else for the same kind of element. */
function placeOf({ tagName, attributes }: Element): string {
  const href = attributes.getNamedItem("href")?.value;
  return href === undefined ? tagName : `${tagName}[href="${CSS.escape(href)}"]`;
}
