import { type Html, html } from "../../../platform/http/pages/html.ts";

/** Addresses of the images that a text may show, by the path that the text uses. */
export type Images = ReadonlyMap<string, string>;

/**
 * Markdown of our own documents as HTML: headings, paragraphs, lists, tables, indented code, images; code, bold and
 * links within a line. Everything else is text.
 */
export function markdown(text: string, images: Images): Html {
  const blocks = text
    .replace(/<!--.*?-->/gs, "")
    .split(/\n{2,}/)
    .map((block) => block.replace(/^\n+|\n+$/g, ""))
    .filter((block) => block.trim() !== "");
  return html`${blocks.flatMap((block) => partsOf(block)).map((part) => blockOf(part, images))}`;
}

/** A heading is a block of its own, even if the next line follows at once. */
function partsOf(block: string): string[] {
  const [first = "", ...rest] = block.split("\n");
  return /^#{1,3} /.test(first) && rest.length > 0 ? [first, rest.join("\n")] : [block];
}

function blockOf(block: string, images: Images): Html {
  const lines = block.split("\n");
  const heading = /^(#{1,3}) (.*)$/.exec(block);
  if (heading) return headingOf(heading[1]?.length ?? 1, heading[2] ?? "");
  if (lines.every((line) => line.startsWith("    ")))
    return html`<pre>${lines.map((line) => line.slice(4)).join("\n")}</pre>\n`;
  if (lines.every((line) => line.startsWith("|"))) return tableOf(lines);
  if (lines.every((line) => line.startsWith("!["))) return html`${lines.map((line) => imageOf(line, images))}`;
  if (lines[0]?.startsWith("- ")) {
    const items = block.slice(2).split(/\n- /);
    return html`<ul>${items.map((item) => html`<li>${inline(item.replace(/\n\s*/g, " "))}</li>\n`)}</ul>\n`;
  }
  return html`<p>${inline(lines.join(" "))}</p>\n`;
}

function headingOf(level: number, text: string): Html {
  if (level === 1) return html`<h1>${inline(text)}</h1>\n`;
  return level === 2 ? html`<h2>${inline(text)}</h2>\n` : html`<h3>${inline(text)}</h3>\n`;
}

function tableOf([head = "", , ...rows]: readonly string[]): Html {
  const cells = (row: string) => row.replace(/^\||\|$/g, "").split("|");
  return html`<table><thead><tr>${cells(head).map((cell) => html`<th>${inline(cell.trim())}</th>`)}</tr></thead><tbody>
${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${inline(cell.trim())}</td>`)}</tr>\n`)}</tbody></table>\n`;
}

function imageOf(line: string, images: Images): Html {
  const [, alternative = "", path = ""] = /^!\[(.*)\]\((.*)\)$/.exec(line) ?? [];
  const address = images.get(path);
  if (address === undefined) return html``;
  return html`<p><img alt="${alternative}" src="${address}"></p>\n`;
}

const marks = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(https?:\/\/[^)]+\))/;

function inline(text: string): Html {
  const parts = text.split(marks).map((part) => {
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith("**") && part.length > 4) return html`<strong>${part.slice(2, -2)}</strong>`;
    const link = /^\[([^\]]+)\]\((https?:[^)]+)\)$/.exec(part);
    return link ? html`<a href="${link[2] ?? ""}">${link[1] ?? ""}</a>` : html`${part}`;
  });
  return html`${parts}`;
}
