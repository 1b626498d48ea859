import { followAddress } from "./common/address.ts";

/**
 * Replaces the results of a search without a new page: while words are typed, and when a filter, an order or a page is
 * chosen. The results are those of the page at the new address.
 */

/** After the last key. */
const TYPING_PAUSE_MS = 200;
const FOUND = "#found";

/** How a search changes the address: typed words replace it, a choice adds to the history, a step back leaves it. */
type Step = "typed" | "chosen" | "back";

/** The page's address as the results are of it, or will be after a step back: without what only names a part of the page. */
let current = addressHere();
let running: AbortController | undefined;
let typing: ReturnType<typeof setTimeout> | undefined;

/** Shows the page at the address in the place of this one's results. */
async function show(address: string, step: Step): Promise<void> {
  clearTimeout(typing);
  running?.abort();
  const request = new AbortController();
  running = request;
  try {
    const next = await pageAt(address, request.signal);
    if (step === "typed") history.replaceState(null, "", address);
    if (step === "chosen") history.pushState(null, "", address);
    current = addressHere();
    replaceResults(next, step);
  } catch {
    // A page for the failure, or the browser's own, says more than this one can. Half a word is no reason for it.
    if (!request.signal.aborted && step !== "typed") location.assign(address);
  }
}

function addressHere(): string {
  return location.pathname + location.search;
}

async function pageAt(address: string, signal?: AbortSignal): Promise<Document> {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, ...(signal && { signal }) });
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function replaceResults(next: Document, step: Step): void {
  const [found, replacement] = [document.querySelector(FOUND), next.querySelector(FOUND)];
  if (!found || !replacement) return;
  const focus = placeOfFocus(found);
  found.replaceWith(replacement);
  keepMap(found, replacement);
  document.title = next.title;
  replaceForm(next, step);
  followAddress();
  enhance(replacement);
  focus(replacement);
  const announced = document.querySelector("#announced");
  if (announced) announced.textContent = replacement.querySelector("#count")?.textContent ?? "";
}

/** The map stays, and draws what the new one would: it follows the text of its data. */
function keepMap(found: Element, replacement: Element): void {
  const [map, other] = [found, replacement].map((part) => part.querySelector("figure.map"));
  if (!map || !other) return;
  const [data, otherData] = [map, other].map((figure) => figure.querySelector("script"));
  if (data && otherData && data.textContent !== otherData.textContent) data.textContent = otherData.textContent;
  other.replaceWith(map);
}

/** The form of the words keeps its field, which may have the focus, and gets the other parts of the search. */
function replaceForm(next: Document, step: Step): void {
  const [form, other] = [document, next].map((page) => page.querySelector<HTMLFormElement>("search form"));
  if (!form || !other) return;
  for (const field of form.querySelectorAll("input[type=hidden]")) field.remove();
  form.append(...other.querySelectorAll("input[type=hidden]"));
  const [words, otherWords] = [form, other].map((each) => each.querySelector<HTMLInputElement>("input[name=q]"));
  if (words && otherWords && step !== "typed") words.value = otherWords.value;
}

/** How the focus gets back to where it was, once the results are replaced. */
function placeOfFocus(found: Element): (replacement: Element) => void {
  const focused = document.activeElement;
  const top = window.scrollY;
  if (!focused || !found.contains(focused)) return () => undefined;
  if (focused.closest(".pager, .meant")) return focusOnCount;
  const section = focused.closest("section[id]")?.id;
  const name = focused.getAttribute("name");
  const label = focused.querySelector(".text")?.textContent ?? focused.textContent;
  return (replacement) => {
    const within = (section && replacement.querySelector(`#${section}`)) || replacement;
    const same = name
      ? within.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type=hidden])`)
      : [...within.querySelectorAll<HTMLElement>("a")].find(
          (link) => (link.querySelector(".text")?.textContent ?? link.textContent) === label,
        );
    if (!same) return focusOnCount(replacement);
    same.focus({ preventScroll: true });
    window.scrollTo({ top });
  };
}

function focusOnCount(replacement: Element): void {
  const count = replacement.querySelector<HTMLElement>("#count");
  count?.setAttribute("tabindex", "-1");
  count?.focus({ preventScroll: true });
  document.querySelector("main")?.scrollIntoView();
}

/** The address that the form leads to. Fields without a value are left out. */
function addressOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() !== "" ? [[name, value]] : [],
  );
  const query = new URLSearchParams(fields).toString();
  return query === "" ? form.action : `${form.action}?${query}`;
}

/** Adds a field to each filter that has more values than are listed, which finds among all of them. */
function enhance(found: Element): void {
  for (const facet of found.querySelectorAll<HTMLElement>("[data-more]")) addFinder(facet);
}

function addFinder(facet: HTMLElement): void {
  const { more = "", find = "", none = "" } = facet.dataset;
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = find;
  field.setAttribute("aria-label", find);
  const state = document.createElement("p");
  state.setAttribute("role", "status");
  facet.querySelector("h3")?.after(field, state);
  let whole: Promise<boolean> | undefined;
  field.addEventListener("input", async () => {
    whole ??= listWhole(facet, more);
    if (!(await whole)) {
      whole = undefined;
      return;
    }
    const sought = field.value.trim().toLocaleLowerCase();
    const items = [...facet.querySelectorAll("li")];
    for (const item of items) {
      item.hidden = !(item.querySelector(".text")?.textContent ?? "").toLocaleLowerCase().includes(sought);
    }
    state.textContent = items.every(({ hidden }) => hidden) ? none : "";
  });
}

/** Lists many values of the filter; false if they can't be had just now. */
async function listWhole(facet: HTMLElement, address: string): Promise<boolean> {
  const page = await pageAt(address).catch(() => undefined);
  const whole = page?.querySelector(`#${facet.id} ul`);
  if (whole) facet.querySelector("ul")?.replaceWith(whole);
  return whole != null;
}

document.addEventListener("input", (event) => {
  // A browser's input method ends a word later.
  if (event instanceof InputEvent && event.isComposing) return;
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.name !== "q" || !target.form) return;
  const { form } = target;
  clearTimeout(typing);
  typing = setTimeout(() => void show(addressOf(form), "typed"), TYPING_PAUSE_MS);
});

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches("[data-search]")) return;
  event.preventDefault();
  void show(addressOf(event.target), "chosen");
});

document.addEventListener("click", (event) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`${FOUND} a`) : null;
  if (!link || link.pathname !== location.pathname || link.hash !== "") return;
  event.preventDefault();
  void show(link.href, "chosen");
});

window.addEventListener("popstate", () => {
  // A link to a part of the page is a step in the history, too.
  if (addressHere() === current) return;
  current = addressHere();
  void show(location.href, "back");
});

const found = document.querySelector(FOUND);
if (found) enhance(found);
