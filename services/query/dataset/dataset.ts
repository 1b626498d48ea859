import { type Metadata, pidOf } from "../../../contracts/metadata.ts";
import { addressOfPid, doiOf, licenceAddress, webAddress } from "./addresses.ts";
import { completedDescription } from "./description.ts";
import { creatorsOf, type Organisation, type Party, publisherOf } from "./parties.ts";
import { instantOf, type Period, periodOf } from "./period.ts";
import { type Place, placeOf } from "./place.ts";
import { distinct, lineOf, textOf } from "./text.ts";

/**
 * The neutral model of a dataset, which all formats are made from. Texts are well-formed and without characters that XML
 * forbids, addresses are http or https, times are instants in UTC. Members that a record gives in another way are absent.
 */
export interface Dataset {
  readonly slug: string;
  /** Of its page. */
  readonly address: string;
  readonly catalogue: Catalogue;
  readonly pid: string;
  readonly pidType: string | undefined;
  readonly doi: string | undefined;
  /** Where the PID leads. */
  readonly pidAddress: string | undefined;
  /** The provider's title, else the PID. */
  readonly title: string;
  readonly abstract: string | undefined;
  /** The abstract; a short one is completed to 50 characters or more. */
  readonly description: string;
  readonly creators: readonly Party[];
  readonly publisher: Organisation;
  /** When its file was created, else its metadata, else when its content was revised. */
  readonly published: string | undefined;
  readonly revised: string | undefined;
  /** The provider's version, else the record's revision. */
  readonly version: string;
  /** Names of variables, matrices, instruments and frameworks, else the product's type, else the title. */
  readonly keywords: readonly string[];
  readonly variables: readonly Variable[];
  readonly instruments: readonly string[];
  readonly period: Period | undefined;
  readonly place: Place | undefined;
  /** The address of the licence of the data. */
  readonly licence: string | undefined;
  /** Whether any distribution is restricted; undefined where no distribution says. */
  readonly restricted: boolean | undefined;
  /** The conditions of access, in the provider's words. */
  readonly accessConditions: readonly string[];
  readonly distributions: readonly Distribution[];
  /** How the provider wants it to be cited. */
  readonly citation: string | undefined;
}

/** The catalogue that a dataset is found in. */
export interface Catalogue {
  /** Of its first page, such as `https://data.example.org/`. */
  readonly address: string;
  readonly name: string;
  readonly operator: string;
}

export interface Variable {
  readonly name: string;
  /** As the provider writes it. */
  readonly unit: string | undefined;
}

export interface Distribution {
  readonly address: string;
  readonly format: string | undefined;
  readonly protocol: string | undefined;
  readonly bytes: number | undefined;
}

/** What of a dataset its record does not say. */
export interface Publication {
  readonly slug: string;
  /** Of its page. */
  readonly address: string;
  readonly catalogue: Catalogue;
  /** Of the record. */
  readonly revision: number;
}

/** The dataset that a record describes. The record has its facility as it is served. */
export function datasetOf(record: Metadata, { slug, address, catalogue, revision }: Publication): Dataset {
  const { dataset_metadata, identification, usage_information, distribution_information } = record;
  const pid = lineOf(pidOf(record)) ?? address;
  const title = lineOf(identification.title) ?? pid;
  const abstract = textOf(identification.abstract);
  const publisher = publisherOf(record, catalogue.operator);
  const variables = variablesOf(record);
  const period = periodOf(record.temporal_extent);
  const place = placeOf(record);
  const instruments = distinct(
    record.variables
      .flatMap(({ instrument }) => instrument ?? [])
      .map(({ instrument_type }) => lineOf(instrument_type)),
  );
  const access = distribution_information.flatMap(({ access_restriction }) => access_restriction ?? []);
  return {
    slug,
    address,
    catalogue,
    pid,
    pidType: lineOf(identification.identifier.pid_type),
    doi: doiOf(pid),
    pidAddress: addressOfPid(pid),
    title,
    abstract,
    description: completedDescription(abstract, {
      title,
      variables,
      facility: place?.name,
      period,
      publisher: publisher.name,
      address,
    }),
    creators: creatorsOf(record, publisher),
    publisher,
    published:
      instantOf(dataset_metadata.time_file_created) ??
      instantOf(dataset_metadata.time_metadata_created) ??
      instantOf(dataset_metadata.time_content_revised),
    revised: instantOf(dataset_metadata.time_content_revised),
    version: lineOf(dataset_metadata.version?.number) ?? String(revision),
    keywords: keywordsOf(record, instruments, title),
    variables,
    instruments,
    period,
    place,
    licence: licenceAddress(usage_information.data_licence),
    restricted: access.length === 0 ? undefined : access.some(({ restricted }) => restricted),
    accessConditions: distinct(access.flatMap((each) => [lineOf(each.description), webAddress(each.description_url)])),
    distributions: distribution_information.flatMap((each) => distributionOf(each)),
    citation: textOf(usage_information.citation),
  };
}

/** Each variable once, with the first unit that is given for it. */
function variablesOf(record: Metadata): Variable[] {
  const units = new Map<string, string | undefined>();
  for (const { variable_name, extra_metadata } of record.variables) {
    const name = lineOf(variable_name);
    const unit = extra_metadata?.insitu?.["ext_unit"];
    if (name !== undefined) units.set(name, units.get(name) ?? (typeof unit === "string" ? lineOf(unit) : undefined));
  }
  return [...units].map(([name, unit]) => ({ name, unit }));
}

function keywordsOf({ variables, product_type }: Metadata, instruments: readonly string[], title: string): string[] {
  const keywords = distinct([
    ...variables.map(({ variable_name }) => lineOf(variable_name)),
    ...variables.map(({ variable_matrix }) => lineOf(variable_matrix)),
    ...instruments,
    ...variables.flatMap(({ framework }) => framework ?? []).map(({ framework }) => lineOf(framework)),
  ]);
  return keywords.length > 0 ? keywords : [lineOf(product_type) ?? title];
}

/** Units of sizes in bytes. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ...["B", "byte", "bytes"].map((unit) => [unit, 1] as const),
  ...["kB", "MB", "GB", "TB", "PB"].map((unit, index) => [unit, 1000 ** (index + 1)] as const),
  ...["KiB", "MiB", "GiB", "TiB", "PiB"].map((unit, index) => [unit, 1024 ** (index + 1)] as const),
]);

type DistributionInformation = Metadata["distribution_information"][number];

/** A list of one; none without an address. */
function distributionOf(information: DistributionInformation): Distribution[] {
  const address = webAddress(information.dataset_url);
  if (address === undefined) return [];
  const { data_format, protocol, transfersize } = information;
  return [{ address, format: lineOf(data_format), protocol: lineOf(protocol), bytes: bytesOf(transfersize) }];
}

/** A size in whole bytes; undefined where the unit is unknown or the size is none. */
function bytesOf(size: DistributionInformation["transfersize"]): number | undefined {
  const unit = SIZES.get(size?.unit.trim() ?? "");
  if (size == null || unit === undefined || size.size < 0) return undefined;
  const bytes = Math.round(size.size * unit);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
