import { yearOf } from "./citation.ts";
import type { Dataset } from "./dataset.ts";
import type { Party } from "./parties.ts";

/** The dataset as an entry of RIS. The provider's citation is the first note. */
export function risOf(dataset: Dataset): string {
  const { creators, title, publisher, published, version, description, keywords, doi, pidAddress, address } = dataset;
  const entries: readonly (readonly [tag: string, value: string | undefined])[] = [
    ["TY", "DATA"],
    ...creators.map((creator) => ["AU", authorOf(creator)] as const),
    ["TI", title],
    ["PY", yearOf(dataset)],
    ["DA", published?.slice(0, 10).replaceAll("-", "/")],
    ["PB", publisher.name],
    ["DP", dataset.catalogue.name],
    ["ET", version],
    ["DO", doi],
    ["UR", pidAddress ?? address],
    ...keywords.map((keyword) => ["KW", keyword] as const),
    ["N1", dataset.citation],
    ["AB", description],
    ["ER", ""],
  ];
  // Readers take what begins a line for a tag. To some of them U+0085 ends a line, which is no space to a pattern.
  const lines = entries.flatMap(([tag, value]) =>
    value === undefined ? [] : [`${tag}  - ${value.replace(/[\s\u0085]+/g, " ")}`],
  );
  return `${lines.join("\r\n")}\r\n`;
}

/** `Last name, first name`: commas divide the parts, so that those within a part go. */
function authorOf(party: Party): string {
  if (party.kind === "organisation") return party.name;
  return [party.lastName, party.firstName].flatMap((name) => name?.replace(/\s*,\s*/g, " ") ?? []).join(", ");
}
