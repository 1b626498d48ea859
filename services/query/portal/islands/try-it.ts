import { followAddress, replaceAddress } from "./common/address.ts";

/**
 * Makes the form of each element that is marked with `data-try` call its route: it writes the request's address while one
 * chooses, and shows the answer below. What was chosen is in the page's URL as `try`, the route, and `try.NAME`.
 */

const MAX_BYTES = 200_000;
const MAX_CHARACTERS = 20_000;
/** An answer may go on until its reader leaves. */
const READING_MS = 10_000;

/** Response headers that tell readers something. */
const HEADERS = [
  "Content-Type",
  "ETag",
  "Link",
  "Airlog-As-Of",
  "RateLimit",
  "Retry-After",
  "Cache-Control",
  "Content-Language",
];

interface Texts {
  readonly sending: string;
  readonly failed: string;
  readonly cut: string;
  readonly headers: string;
  readonly body: string;
  readonly empty: string;
  readonly picture: string;
}

interface Chosen {
  readonly method: string;
  readonly address: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-try]")) enhance(details);

/** The form itself is left alone: its members may be hidden by fields of their names, such as `after`. */
function enhance(details: HTMLDetailsElement): void {
  const { try: route = "", texts: given = "{}" } = details.dataset;
  const texts: Texts = JSON.parse(given);
  const controls = [...details.querySelectorAll<Control>("[data-in]")];
  details.hidden = false;
  for (const fieldset of details.querySelectorAll("fieldset")) {
    fieldset.disabled = false;
    fieldset.hidden = false;
  }
  if (restore(route, controls)) {
    details.open = true;
    followAddress();
  }

  const address = document.createElement("p");
  const code = document.createElement("code");
  address.append(code);
  details.querySelector("button")?.before(address);
  const write = () => {
    const { method, address } = chosen(details, controls);
    code.textContent = `${method} ${address}`;
  };
  write();
  details.addEventListener("input", () => {
    write();
    keep(details, route, controls);
  });

  const state = document.createElement("p");
  state.setAttribute("role", "status");
  const answer = document.createElement("div");
  details.append(state, answer);
  let running: AbortController | undefined;
  details.addEventListener("submit", async (event) => {
    event.preventDefault();
    running?.abort();
    const mine = new AbortController();
    running = mine;
    state.textContent = texts.sending;
    answer.replaceChildren();
    try {
      const { address, ...request } = chosen(details, controls);
      const response = await fetch(address, { ...request, body: request.body ?? null, signal: mine.signal });
      const body = isPicture(response) ? [picture(response, texts)] : bodyOf(await beginningOf(response), texts);
      if (running !== mine) return;
      state.textContent = `${response.status} ${response.statusText}`;
      answer.replaceChildren(...headersOf(response, texts), element("h3", texts.body), ...body);
    } catch (error) {
      if (running === mine)
        state.textContent = `${texts.failed}${error instanceof Error ? error.message : String(error)}`;
    }
  });
}

/** The request that the form stands for. Blank fields are left out, except those of the path. */
function chosen(details: HTMLDetailsElement, controls: readonly Control[]): Chosen {
  const { method = "GET", path = "" } = details.dataset;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let target = path;
  let body: string | undefined;
  for (const { name, value, dataset } of controls) {
    if (dataset["in"] === "path") target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === "") continue;
    else if (dataset["in"] === "query") query.append(name, value);
    else if (dataset["in"] === "header") headers[name] = value;
    else body = value;
  }
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return { method, address: query.size === 0 ? target : `${target}?${query}`, headers, body };
}

/** Writes what was chosen into the page's URL. */
function keep(details: HTMLDetailsElement, route: string, controls: readonly Control[]): void {
  const url = new URL(location.href);
  for (const name of [...url.searchParams.keys()]) if (/^try(\.|$)/.test(name)) url.searchParams.delete(name);
  url.searchParams.set("try", route);
  for (const { name, value } of controls) if (value !== "") url.searchParams.append(`try.${name}`, value);
  url.hash = details.closest("section")?.id ?? "";
  replaceAddress(url);
}

/** Fills the form from the page's URL; false where that names another. */
function restore(route: string, controls: readonly Control[]): boolean {
  const { searchParams } = new URL(location.href);
  if (searchParams.get("try") !== route) return false;
  const values = new Map<string, string[]>();
  for (const { name } of controls) values.set(name, searchParams.getAll(`try.${name}`));
  for (const control of controls) control.value = values.get(control.name)?.shift() ?? "";
  return true;
}

const isPicture = ({ ok, headers }: Response): boolean => ok && /^image\//.test(headers.get("Content-Type") ?? "");

/** The browser has it already, or gets it again: a page of these loads no other than those at addresses of this host. */
function picture(response: Response, { picture: alternative }: Texts): Element {
  void response.body?.cancel();
  const image = new Image();
  image.src = response.url;
  image.alt = alternative;
  return image;
}

interface Beginning {
  readonly text: string;
  readonly isCut: boolean;
}

/** The beginning of the answer's body: so many bytes, or what has come in the time. */
async function beginningOf(response: Response): Promise<Beginning> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isCut = false;
  const cut = () => {
    isCut = true;
    return reader?.cancel();
  };
  const timer = setTimeout(cut, READING_MS);
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
    if (bytes > MAX_BYTES) await cut();
  }
  clearTimeout(timer);
  return { text, isCut };
}

function headersOf(response: Response, texts: Texts): Element[] {
  const headers = document.createElement("dl");
  for (const name of HEADERS) {
    const value = response.headers.get(name);
    if (value === null) continue;
    headers.append(element("dt", name), element("dd", value));
  }
  return [element("h3", texts.headers), headers];
}

function bodyOf({ text, isCut }: Beginning, texts: Texts): Element[] {
  if (text === "") return [element("p", texts.empty)];
  const body = readable(text, isCut);
  const cut = isCut || body.length > MAX_CHARACTERS;
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", texts.body);
  pre.append(element("code", body.slice(0, MAX_CHARACTERS)));
  return cut ? [element("p", texts.cut), pre] : [pre];
}

/** JSON over lines; other texts as they are. */
function readable(text: string, isCut: boolean): string {
  if (isCut || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It is lines of JSON, or looks like JSON only.
    return text;
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
