import { yearOf } from "./citation.ts";
import type { Dataset } from "./dataset.ts";
import type { Party } from "./parties.ts";

/** The dataset as an entry of BibTeX in UTF-8. The provider's citation stands in `annote`, which styles do not print. */
export function bibtexOf(dataset: Dataset): string {
  const { slug, creators, title, publisher, version, description, keywords, doi, pidAddress, address, citation } =
    dataset;
  const fields: readonly (readonly [name: string, value: string | undefined])[] = [
    ["author", creators.map(authorOf).join(" and ")],
    ["title", `{${escaped(title)}}`],
    ["year", yearOf(dataset)],
    ["publisher", escaped(publisher.name)],
    ["version", escaped(version)],
    ["doi", doi && verbatim(doi)],
    ["url", verbatim(pidAddress ?? address)],
    ["keywords", escaped(keywords.join(", "))],
    ["abstract", escaped(description)],
    ["annote", citation && escaped(citation)],
  ];
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}}`]));
  return `@dataset{dataset-${slug},\n${lines.join(",\n")}\n}\n`;
}

/** An organisation's name is one word to BibTeX; so are a person's names that it would split in another way. */
function authorOf(party: Party): string {
  if (party.kind === "organisation") return `{${escaped(party.name)}}`;
  const { firstName, lastName } = party;
  return [lastName, firstName].flatMap((name) => (name === undefined ? [] : [namePart(name)])).join(", ");
}

function namePart(name: string): string {
  const isPlain = /^[\p{L}\p{M}.'’ -]+$/u.test(name) && !/\band\b/i.test(name);
  return isPlain ? name : `{${escaped(name)}}`;
}

/** Addresses and DOIs are read as they stand in their fields, but for braces and spaces. */
function verbatim(address: string): string {
  return address.replace(/[{}\s]/g, encodeURIComponent);
}

const COMMANDS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  // BibTeX counts escaped braces, too.
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

/** The text in one line with all that TeX would obey as what prints it. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\{}~^]/g, (character) => COMMANDS[character] ?? character)
    .replace(/[#$%&_]/g, "\\$&");
}
