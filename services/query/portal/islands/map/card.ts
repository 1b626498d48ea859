import type { MapTexts, PointProperties } from "../../components/map-data.ts";

/** The names and details of points, with their links. `count`: how many there are, with those that are not among them. */
export function card(points: readonly PointProperties[], count: number, texts: MapTexts): HTMLElement {
  const content = document.createElement("div");
  for (const { name, href, detail } of points) {
    const title = document.createElement(href === undefined ? "strong" : "a");
    if (href !== undefined) title.setAttribute("href", inLanguage(href));
    const isolated = document.createElement("bdi");
    isolated.textContent = name;
    title.append(isolated);
    content.append(paragraph(title));
    if (detail !== undefined) content.append(paragraph(detail));
  }
  if (count > points.length) content.append(paragraph(texts.more.replace("#", String(count - points.length))));
  return content;
}

function paragraph(content: string | Node): HTMLElement {
  const element = document.createElement("p");
  element.append(content);
  return element;
}

/** The path with the language that the page's own address names. */
function inLanguage(path: string): string {
  const language = new URL(location.href).searchParams.get("lang");
  if (language === null) return path;
  const { pathname, searchParams, hash } = new URL(path, location.href);
  searchParams.set("lang", language);
  return `${pathname}?${searchParams}${hash}`;
}
