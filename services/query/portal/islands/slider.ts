import { replaceAddress } from "./common/address.ts";

/** Adds a slider to the map of the UV index, with a button for the hour before and one for the hour after. */

interface Hour {
  readonly instant: string;
  readonly picture: string;
  readonly time: string;
  readonly heading: string;
  readonly alt: string;
  readonly isPresent: boolean;
  readonly index: string;
  readonly class: number;
  readonly name: string;
}

/** A picture is loaded once the slider rests, milliseconds. */
const REST_MS = 120;

for (const place of document.querySelectorAll<HTMLElement>(".slider")) addSlider(place);

function addSlider(place: HTMLElement): void {
  const world = place.closest(".world");
  const picture = world?.querySelector("img");
  const heading = world?.querySelector("h2");
  const number = document.querySelector<HTMLElement>(".uv-numbers li");
  const links = world?.querySelectorAll<HTMLAnchorElement>(".world-hours li:not(.beside) a") ?? [];
  if (!world || !picture || !heading) return;
  // The page was made by the server that names these members.
  const { chosen, hours } = JSON.parse(place.querySelector("script")?.textContent ?? "") as {
    chosen: number;
    hours: readonly Hour[];
  };
  const { earlier = "", later = "", label = "" } = place.dataset;
  const range = document.createElement("input");
  Object.assign(range, { type: "range", min: "0", max: String(hours.length - 1), value: String(chosen) });
  range.setAttribute("aria-label", label);
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  said.className = "visually-hidden";
  place.append(button("‹", earlier, -1), range, button("›", later, 1), said);

  let rest: ReturnType<typeof setTimeout> | undefined;
  range.setAttribute("aria-valuetext", hours[chosen]?.time ?? "");
  range.addEventListener("input", show);
  // So that this hour is shown when the page is opened again, or another page from it.
  range.addEventListener("change", () => {
    const instant = hours[Number(range.value)]?.instant ?? "";
    const address = new URL(location.href);
    address.searchParams.set("hour", instant);
    replaceAddress(address);
    for (const form of document.querySelectorAll<HTMLFormElement>("main form")) keepHour(form, instant);
  });

  function button(text: string, name: string, step: number): HTMLButtonElement {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "plain";
    made.textContent = text;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", () => {
      range.value = String(Number(range.value) + step);
      range.dispatchEvent(new Event("input"));
      range.dispatchEvent(new Event("change"));
      said.textContent = hours[Number(range.value)]?.time ?? "";
    });
    return made;
  }

  /** The texts of the hour at once, its picture when the slider rests. */
  function show(): void {
    const at = Number(range.value);
    const hour = hours[at];
    if (!hour || !heading) return;
    heading.textContent = hour.heading;
    range.setAttribute("aria-valuetext", hour.time);
    if (number) showNumber(number, hour);
    for (const link of links) markCurrent(link, hour);
    clearTimeout(rest);
    rest = setTimeout(() => void showPicture(at), REST_MS);
  }

  async function showPicture(at: number): Promise<void> {
    const hour = hours[at];
    if (!hour || !picture) return;
    const next = await loaded(hour.picture);
    // Another hour may have been chosen meanwhile. A picture that did not come leaves the one before it, with its description.
    if (!next || Number(range.value) !== at) return;
    picture.src = hour.picture;
    picture.alt = hour.alt;
    for (const beside of [hours[at + 1], hours[at - 1]]) if (beside) void loaded(beside.picture);
  }
}

/** The page that the form leads to is of the same hour. */
function keepHour(form: HTMLFormElement, instant: string): void {
  const known = form.querySelector<HTMLInputElement>("input[name=hour]");
  const field = known ?? document.createElement("input");
  if (!known) form.append(Object.assign(field, { type: "hidden", name: "hour" }));
  field.value = instant;
}

/** The index of the place at the hour, at the top of the page. */
function showNumber(number: HTMLElement, hour: Hour): void {
  const label = number.querySelector(".quiet");
  const badge = number.querySelector(".uv");
  const { present = "" } = number.dataset;
  if (label) label.textContent = hour.isPresent ? `${present}: ${hour.time}` : hour.time;
  if (!badge) return;
  const bold = document.createElement("b");
  bold.textContent = hour.index;
  badge.className = `uv uv-${hour.class}`;
  badge.replaceChildren(bold, ` ${hour.name}`);
}

/** Marks the link to the hour. */
function markCurrent(link: HTMLAnchorElement, { instant }: Hour): void {
  if (new URL(link.href).searchParams.get("hour") === instant) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/** Whether the picture could be loaded. */
async function loaded(address: string): Promise<boolean> {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
}
