import { LINKSET_TYPES, REPRESENTATIONS } from "../../../../contracts/representations.ts";
import type { Dataset } from "../../dataset/dataset.ts";

/** A link from a record to what belongs to it (signposting.org). */
export interface Link {
  readonly relation: string;
  readonly address: string;
  readonly type?: string;
}

/** The longest header `Link`, in bytes. */
export const MAX_LINK_HEADER = 4096;

/** Every link of a record, the most important first. */
export function linksOf(dataset: Dataset): readonly Link[] {
  const { address, catalogue, pidAddress, licence, creators, distributions } = dataset;
  const forPrograms = Object.entries(REPRESENTATIONS).filter(([name]) => name !== "html");
  return [
    ...LINKSET_TYPES.map((type) => ({ relation: "linkset", address: `${address}/linkset`, type })),
    { relation: "type", address: "https://schema.org/Dataset" },
    { relation: "type", address: "https://schema.org/AboutPage" },
    { relation: "collection", address: catalogue.address },
    ...forPrograms.map(([name, type]) => ({ relation: "describedby", address: `${address}?format=${name}`, type })),
    ...(pidAddress === undefined ? [] : [{ relation: "cite-as", address: pidAddress }]),
    ...(licence === undefined ? [] : [{ relation: "license", address: licence }]),
    ...creators.flatMap((creator) =>
      creator.kind === "person" && creator.orcid !== undefined ? [{ relation: "author", address: creator.orcid }] : [],
    ),
    ...distributions.map(({ address: item, format }) => ({
      relation: "item",
      address: item,
      ...(isMediaType(format) && { type: format }),
    })),
  ];
}

const isMediaType = (format: string | undefined): format is string =>
  format !== undefined && /^[a-z]+\/[\w.+-]+$/.test(format);

/** The header `Link` with as many links as it has room for. Addresses are those of URLs, in ASCII. */
export function linkHeader(links: readonly Link[]): string {
  let header = "";
  for (const link of links) {
    const longer = header === "" ? linkText(link) : `${header}, ${linkText(link)}`;
    if (longer.length <= MAX_LINK_HEADER) header = longer;
  }
  return header;
}

const linkText = ({ relation, address, type }: Link): string =>
  `<${address}>; rel="${relation}"${type === undefined ? "" : `; type="${type}"`}`;

/** Links with the same origin: the record, one of its other forms, or a part of its data. */
interface LinkContext {
  readonly anchor: string;
  readonly links: readonly Link[];
}

/** What a linkset says: the links of the record, without those to itself, and the way back from what they lead to. */
function contextsOf(address: string, links: readonly Link[]): readonly LinkContext[] {
  const page = { address, type: REPRESENTATIONS.html };
  const back: Readonly<Record<string, Link>> = {
    describedby: { ...page, relation: "describes" },
    item: { ...page, relation: "collection" },
  };
  return [
    { anchor: address, links: links.filter(({ relation }) => relation !== "linkset") },
    ...links.flatMap(({ relation, address: anchor }) => {
      const link = back[relation];
      return link === undefined ? [] : [{ anchor, links: [link] }];
    }),
  ];
}

/** The links as `application/linkset+json` (RFC 9264): by where they begin, and by their relation. */
export function linksetJson(address: string, links: readonly Link[]): string {
  const linkset = contextsOf(address, links).map(({ anchor, links: own }) => {
    const relations = new Map<string, { href: string; type?: string }[]>();
    for (const { relation, address: href, type } of own) {
      const targets = relations.get(relation) ?? [];
      targets.push({ href, ...(type !== undefined && { type }) });
      relations.set(relation, targets);
    }
    return { anchor, ...Object.fromEntries(relations) };
  });
  return JSON.stringify({ linkset });
}

/** The same as `application/linkset`: links as the header has them, each with where it begins. */
export function linksetText(address: string, links: readonly Link[]): string {
  const all = contextsOf(address, links).flatMap(({ anchor, links: own }) =>
    own.map((link) => `${linkText(link)}; anchor="${anchor}"`),
  );
  return `${all.join(",\n")}\n`;
}
