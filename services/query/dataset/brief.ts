import type { Dataset } from "./dataset.ts";
import type { Organisation, Party } from "./parties.ts";
import { shortened } from "./text.ts";

const MAX_NAME_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 1_000;

/**
 * The dataset with what a page has room for, some ten thousand characters: long texts are cut, long addresses left out, and
 * lists keep the first items that fit.
 */
export function briefDataset(dataset: Dataset): Dataset {
  const { publisher, place, citation } = dataset;
  return {
    ...dataset,
    pidType: cut(dataset.pidType, MAX_NAME_LENGTH),
    title: shortened(dataset.title, 500),
    abstract: cut(dataset.abstract, 3_000),
    description: shortened(dataset.description, 3_000),
    creators: fitting(dataset.creators.map(briefParty), 6_000),
    publisher: briefOrganisation(publisher),
    version: shortened(dataset.version, 100),
    keywords: fitting(dataset.keywords, 1_000),
    variables: fitting(dataset.variables, 1_000),
    instruments: fitting(dataset.instruments, 500),
    place: place && { ...place, name: cut(place.name, MAX_NAME_LENGTH), country: cut(place.country, 50) },
    licence: briefAddress(dataset.licence),
    accessConditions: fitting(dataset.accessConditions, 1_000),
    distributions: fitting(dataset.distributions, 5_000),
    citation: cut(citation, 2_000),
  };
}

/** The creators that a citation names: all, or a hundred of them and "et al." */
export function citedCreators(dataset: Dataset): readonly Party[] {
  const creators = fitting(dataset.creators.map(briefParty), 25_000);
  if (creators.length === dataset.creators.length) return creators;
  return [...creators, { kind: "organisation", name: "et al.", address: undefined }];
}

/** The first items whose texts are not longer together. */
export function fitting<Item>(items: readonly Item[], maxLength: number): Item[] {
  let room = maxLength;
  return items.filter((item) => {
    const length = JSON.stringify(item).length;
    if (length > room) return false;
    room -= length;
    return true;
  });
}

function briefParty(party: Party): Party {
  if (party.kind === "organisation") return briefOrganisation(party);
  const { firstName, lastName, name, affiliation } = party;
  return {
    ...party,
    firstName: cut(firstName, MAX_NAME_LENGTH),
    lastName: cut(lastName, MAX_NAME_LENGTH),
    name: shortened(name, MAX_NAME_LENGTH),
    affiliation: affiliation && briefOrganisation(affiliation),
  };
}

function briefOrganisation({ kind, name, address }: Organisation): Organisation {
  return { kind, name: shortened(name, MAX_NAME_LENGTH), address: briefAddress(address) };
}

const cut = (text: string | undefined, length: number): string | undefined =>
  text === undefined ? undefined : shortened(text, length);

const briefAddress = (address: string | undefined): string | undefined =>
  address !== undefined && address.length <= MAX_ADDRESS_LENGTH ? address : undefined;
