import { readdirSync, readFileSync } from "node:fs";

/** Places on which a block of commands can run. */
export const PLACES = ["demo", "empty system", "checkout"] as const;
export type Place = (typeof PLACES)[number];

/** A fenced `sh` block of a document. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly commands: string;
  /** Undefined when the block is not run, or when the page does not say what it runs on. */
  readonly place: Place | undefined;
  /** Why the block is not run. */
  readonly reason: string | undefined;
}

/** Every document that users, operators and developers read, README.md first. */
export const PAGES: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .sort(),
  "search-engine/README.md",
  "search-engine/ARCHITECTURE.md",
];

export const readPage = (page: string) => readFileSync(page, "utf8");

const MARKER = /^<!-- (runs on|not run): (.+?) -->$/;

/**
 * The `sh` blocks of a document. `<!-- runs on: PLACE -->` holds until the next such line; `<!-- not run: REASON -->`
 * holds for the block that follows it.
 */
export function blocksOf(page: string, text: string): Block[] {
  const blocks: Block[] = [];
  let place: Place | undefined;
  let reason: string | undefined;
  let open: { line: number; commands: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    if (open) {
      if (line === "```") {
        const found = { page, line: open.line, commands: open.commands.join("\n") };
        blocks.push({ ...found, place: reason === undefined ? place : undefined, reason });
        open = undefined;
        reason = undefined;
      } else open.commands.push(line);
      continue;
    }
    if (line === "```sh") open = { line: index + 1, commands: [] };
    const [, kind, words] = MARKER.exec(line) ?? [];
    if (kind === "not run") reason = words;
    if (kind === "runs on") place = PLACES.find((one) => one === words);
  }
  return blocks;
}
