import type { Dataset } from "./dataset.ts";
import type { Party } from "./parties.ts";

/** The citation that the provider wants, verbatim; else one of the parts that DataCite recommends. */
export function citationText(dataset: Dataset): string {
  if (dataset.citation !== undefined) return dataset.citation;
  const { creators, title, version, publisher, pid, pidAddress } = dataset;
  const year = yearOf(dataset);
  const authors = creators.map(indexName).join("; ");
  return `${authors}${year === undefined ? "" : ` (${year})`}: ${title}. Version ${version}. ${publisher.name}. ${pidAddress ?? pid}`;
}

/** The year that a citation names. */
export function yearOf({ published }: Dataset): string | undefined {
  return published?.slice(0, 4);
}

/** A party's name as lists sort it: a person's with the last name first. */
function indexName(party: Party): string {
  if (party.kind === "organisation" || party.lastName === undefined || party.firstName === undefined) return party.name;
  return `${party.lastName}, ${party.firstName}`;
}
