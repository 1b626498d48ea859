import { REPRESENTATIONS } from "../../../../contracts/representations.ts";
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
    { relation: "linkset", address: `${address}/linkset`, type: "application/linkset+json" },
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
  for (const { relation, address, type } of links) {
    const link = `<${address}>; rel="${relation}"${type === undefined ? "" : `; type="${type}"`}`;
    const longer = header === "" ? link : `${header}, ${link}`;
    if (longer.length <= MAX_LINK_HEADER) header = longer;
  }
  return header;
}

/** The links as a linkset (RFC 9264): by their relation, without the one to the linkset itself. */
export function linksetOf(address: string, links: readonly Link[]): string {
  const relations = new Map<string, { href: string; type?: string }[]>();
  for (const { relation, address: href, type } of links) {
    if (relation === "linkset") continue;
    const targets = relations.get(relation) ?? [];
    targets.push({ href, ...(type !== undefined && { type }) });
    relations.set(relation, targets);
  }
  return JSON.stringify({ linkset: [{ anchor: address, ...Object.fromEntries(relations) }] });
}
