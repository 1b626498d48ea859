import { blocksOf, readPage } from "../../documents/page.ts";

const PAGE = "docs/distributed.md";

/** The commands of the page's block that contains these words. */
export function commandsWith(words: string): string {
  const block = blocksOf(PAGE, readPage(PAGE)).find(({ commands }) => commands.includes(words));
  if (block === undefined) throw new Error(`${PAGE} has no commands with ${words}`);
  return block.commands;
}

/** The page's one line of a command that contains these words, without its comment. */
export function lineWith(words: string): string {
  const line = commandsWith(words)
    .split("\n")
    .find((text) => text.includes(words));
  return line?.replace(/ +#.*$/, "") ?? "";
}
