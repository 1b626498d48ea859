/** Replaces the parts that are marked with `data-live` where the other page has others: whether it has. */
export function renewParts(page: Document): boolean {
  let isRenewed = false;
  for (const part of document.querySelectorAll<HTMLElement>("[data-live]")) {
    const renewed = page.querySelector<HTMLElement>(`[data-live="${CSS.escape(part.dataset["live"] ?? "")}"]`);
    if (!renewed || contentOf(renewed) === contentOf(part)) continue;
    replace(part, renewed);
    isRenewed = true;
  }
  return isRenewed;
}

/** The part's content but for ages, which pass without news. */
function contentOf(part: HTMLElement): string {
  const copy = part.cloneNode(true) as HTMLElement;
  for (const age of copy.querySelectorAll("[data-ended]")) age.textContent = "";
  return copy.innerHTML;
}

/** Where the keyboard is, and how far tables are scrolled, stays. */
function replace(part: HTMLElement, renewed: HTMLElement): void {
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
