import type { Metadata } from "../../../contracts/metadata.ts";
import { orcidAddress, webAddress } from "./addresses.ts";
import { lineOf } from "./text.ts";

export interface Organisation {
  readonly kind: "organisation";
  readonly name: string;
  /** Its PID, such as a ROR, where that is an address. */
  readonly address: string | undefined;
}

export interface Person {
  readonly kind: "person";
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** First and last name. */
  readonly name: string;
  readonly orcid: string | undefined;
  readonly affiliation: Organisation | undefined;
}

export type Party = Person | Organisation;

/** Roles of ISO 19115 by which a party is a creator. */
const CREATING = ["author", "coAuthor", "principalInvestigator", "originator"];

/**
 * Who made a dataset: persons with a creating role, else organisations with one, else all persons, else all
 * organisations, else its publisher.
 */
export function creatorsOf(record: Metadata, publisher: Organisation): readonly Party[] {
  const roles = record.identification.roles ?? [];
  const organisations = record.identification.organisations ?? [];
  const isCreating = (role: string | null | undefined) => role != null && CREATING.includes(role);
  const choices: readonly (readonly (Party | undefined)[])[] = [
    roles.filter(({ role_code }) => role_code?.some(isCreating)).map(({ person }) => personOf(person)),
    organisations
      .filter(({ role_code }) => isCreating(role_code))
      .map(({ organisation }) => organisationOf(organisation)),
    roles.map(({ person }) => personOf(person)),
    organisations.map(({ organisation }) => organisationOf(organisation)),
  ];
  return choices.map((parties) => named(parties)).find((parties) => parties.length > 0) ?? [publisher];
}

/** Who publishes a dataset: the organisation with this role, else the repository by name, else by identifier, else the operator. */
export function publisherOf(record: Metadata, operator: string): Organisation {
  const publishing = record.identification.organisations?.filter(({ role_code }) => role_code === "publisher") ?? [];
  const { repository_id, repository_name } = record.dataset_metadata.repository;
  const [publisher] = named(publishing.map(({ organisation }) => organisationOf(organisation)));
  return (
    publisher ?? {
      kind: "organisation",
      name: lineOf(repository_name) ?? lineOf(repository_id) ?? operator,
      address: undefined,
    }
  );
}

type Role = NonNullable<Metadata["identification"]["roles"]>[number];
type Details = NonNullable<Metadata["identification"]["organisations"]>[number]["organisation"];

function personOf(person: Role["person"]): Person | undefined {
  const firstName = lineOf(person?.first_name);
  const lastName = lineOf(person?.last_name);
  const name = lineOf(`${firstName ?? ""} ${lastName ?? ""}`);
  if (name === undefined) return undefined;
  const affiliation = organisationOf(person?.affiliation);
  return { kind: "person", firstName, lastName, name, orcid: orcidAddress(person?.orcid), affiliation };
}

function organisationOf(details: Details): Organisation | undefined {
  const name = lineOf(details?.name);
  return name === undefined ? undefined : { kind: "organisation", name, address: webAddress(details?.pid) };
}

/** The parties that have a name, each once. */
function named<Kind extends Party>(parties: readonly (Kind | undefined)[]): Kind[] {
  const byIdentity = new Map<string, Kind>();
  for (const party of parties) {
    if (party === undefined) continue;
    const identity = `${party.name}\n${party.kind === "person" ? party.orcid : ""}`;
    if (!byIdentity.has(identity)) byIdentity.set(identity, party);
  }
  return [...byIdentity.values()];
}
