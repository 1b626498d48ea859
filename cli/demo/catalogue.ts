import type { Facility } from "../../contracts/facility.ts";
import type { Metadata } from "../../contracts/metadata.ts";
import { cycled } from "./cycled.ts";
import { PLACES } from "./places.ts";
import { PRODUCTS, type Product, REPOSITORIES } from "./products.ts";
import { type Random, seeded } from "./random.ts";

/**
 * A catalogue for demonstration and measurement, deterministic: facility `i` and record `i` are the same on every
 * machine. Records are 3 to 7 KB of JSON, some 5 KB on average, over 15 families of products and 26 years.
 */

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2000, 0, 1);
const LAST_DAY = Date.UTC(2025, 11, 31);

const LABELLING = [
  "not labelled",
  "initially accepted",
  "labelled",
  "labelling opened",
  "labelling planned",
  "labelling application submitted",
];
const SURROUNDINGS = [
  "coniferous forest and small lakes",
  "gently rolling farmland",
  "alpine meadow above the tree line",
  "rocky coast open to the ocean",
  "tundra and glaciers",
  "edge of a large city",
  "mediterranean shrubland",
];
const FIRST_NAMES = "Anna Bjørn Chloé Dimitris Elif François Gražina Håkon Ines Jürgen Katarzyna Łukasz".split(" ");
const LAST_NAMES = "Østby Müller Dubois Papadopoulou Järvinen Nováková García Kowalska Ionescu Hansen".split(" ");
const ORGANISATIONS = [
  ["Institute for Atmospheric Research", "DE"],
  ["National Meteorological Institute", "FI"],
  ["Laboratory for Climate and Environment", "FR"],
  ["Centre for Air Research", "NO"],
  ["Department of Physics, University of the North", "SE"],
  ["Observatory of the Eastern Mediterranean", "CY"],
] as const;
const ROLE_CODES = [
  "pointOfContact",
  "processor",
  "principalInvestigator",
  "custodian",
  "owner",
  "publisher",
  "author",
];
const KNOWN_IDENTIFIERS = ["0lym", "5qss", "56kt"];
const SENTENCES = [
  "Values were screened by the station's staff and compared with collocated measurements before they were submitted.",
  "Periods of local pollution, of maintenance and of calibration are flagged and left out of the averages.",
  "The record continues a series that began with an older instrument, and the two overlapped for several months.",
  "Uncertainties were propagated from the calibration of the instrument through every step of the retrieval.",
  "Data below the limit of detection are kept as they were measured, together with the limit itself.",
  "The site is influenced by long-range transport in winter and by biogenic emissions in summer.",
  "Times are given in UTC and stamp the start of the averaging interval.",
  "The measurements support the evaluation of climate models and of satellite products over Europe.",
];

/** The facilities, ordered by identifier. */
export function demoFacilities(count = 100): Facility[] {
  const random = seeded(1);
  const identifiers = new Set(KNOWN_IDENTIFIERS);
  while (identifiers.size < count)
    identifiers.add(
      random
        .between(0, 36 ** 4 - 1)
        .toString(36)
        .padStart(4, "0"),
    );
  return [...identifiers].map((identifier, index) => facilityOf(identifier, index, random)).sort(byIdentifier);
}

function facilityOf(identifier: string, index: number, random: Random): Facility {
  const [name, country, longitude, latitude, altitude] = cycled(PLACES, index);
  const [organisation, organisationCountry] = random.pick(ORGANISATIONS);
  const code = `${country}${String(index + 1).padStart(4, "0")}R`;
  return {
    identifier,
    name: index < PLACES.length ? name : `${name} ${Math.floor(index / PLACES.length) + 1}`,
    facility_type: ["observation platform, fixed"],
    location: { type: "Point", coordinates: [longitude, latitude, altitude] },
    country_code: country,
    wmo_region: "Europe",
    uri: `https://facilities.example.org/${identifier}`,
    identifier_type: "other PID",
    active: random.chance(0.9),
    actris_national_facility: random.pick(LABELLING),
    contact_person: { first_name: random.pick(FIRST_NAMES), last_name: random.pick(LAST_NAMES) },
    contact_organisation: { name: organisation, country_code: organisationCountry },
    description: `Long-term observations of the atmosphere at ${name}.`,
    surroundings: random.pick(SURROUNDINGS),
    operational_since: String(random.between(1978, 2015)),
    extra_metadata: {
      insitu: {
        ext_station_code: code,
        ext_station_name: name,
        ext_country_code: country,
        ext_station_lat: latitude,
        ext_station_lon: longitude,
        ext_station_alt: altitude,
      },
    },
  };
}

/** Record number `index` over these facilities; the same index gives the same record. */
export function demoRecord(index: number, facilities: readonly Facility[]): Metadata {
  const random = seeded(index + 1000);
  const product = random.pick(PRODUCTS);
  const facility = random.pick(facilities);
  const begin = FIRST_DAY + random.between(0, (LAST_DAY - FIRST_DAY) / DAY_MS - product.days) * DAY_MS;
  return recordOf({ product, facility, begin }, index, random);
}

/** What a record is about. */
export interface Subject {
  readonly product: Product;
  readonly facility: Facility;
  /** Milliseconds since 1970. */
  readonly begin: number;
  /** Where the facility lies, in words. */
  readonly region?: string;
}

/** The record with this number about a subject. */
export function recordOf({ product, facility, begin, region }: Subject, index: number, random: Random): Metadata {
  const end = begin + product.days * DAY_MS - 1000;
  const created = end + random.between(1, 180) * DAY_MS + random.between(0, 86_399) * 1000;
  const fileCreated = iso(created - 3_600_000);
  const variables = random.some(product.variables, random.between(1, 3));
  const site = facility.name ?? facility.identifier;
  const day = isoDate(begin);
  const identifier = identifierOf(index, product);
  const title = `${product.name} at ${site}, ${day}`;
  const author = person(random);
  return {
    dataset_metadata: {
      repository: {
        repository_id: product.repository,
        repository_name: REPOSITORIES[product.repository],
        repository_contact: [person(random)],
      },
      time_content_revised: iso(created),
      time_file_created: fileCreated,
      time_metadata_created: `${iso(created).slice(0, 19)}.${String(random.between(0, 999_999)).padStart(6, "0")}+00:00`,
      version: {
        number: `${random.between(1, 4)}.${random.between(0, 9)}`,
        description: "reprocessed after quality control",
      },
    },
    identification: {
      identifier,
      title,
      abstract: abstractOf(product, region === undefined ? site : `${site} in ${region}`, day, random),
      roles: [{ role_code: random.some(ROLE_CODES, 2), person: author }],
      organisations: [{ role_code: "custodian", organisation: organisation(random) }],
    },
    usage_information: {
      citation: `${author.last_name}, ${author.first_name.charAt(0)}. (${fileCreated.slice(0, 4)}): ${title}. ${REPOSITORIES[product.repository]}. ${identifier.pid}`,
      data_licence: "CC-BY-4.0",
      metadata_licence: "CC-BY-4.0",
    },
    product_type: product.productType,
    variables: variables.map((name) => variable(name, product, begin, end, random)),
    distribution_information: distribution(product, index, random),
    facility: { identifier: facility.identifier },
    ...(facility.location && { spatial_extent: extentOf(product, facility.location.coordinates, random) }),
    temporal_extent: { time_period_begin: iso(begin), time_period_end: iso(end) },
    provenance: [
      { title: "Processing chain", url: `https://data.example.org/provenance/${product.repository.toLowerCase()}` },
    ],
  };
}

function identifierOf(index: number, product: Product): { pid: string; pid_type: string } {
  const suffix = (index + 36 ** 6).toString(36);
  if (product.repository === "CLU") return { pid: `https://hdl.handle.net/21.99999/1.${suffix}`, pid_type: "ePIC" };
  if (product.repository === "In-Situ")
    return { pid: `https://doi.org/10.99999/${suffix.toUpperCase()}`, pid_type: "DOI" };
  return { pid: `https://data.example.org/pid/${product.repository.toLowerCase()}/${suffix}`, pid_type: "other PID" };
}

function abstractOf(product: Product, site: string, day: string, random: Random): string {
  const about = `${product.name} from ${site}, beginning ${day}: ${product.keywords}.`;
  return [about, ...random.some(SENTENCES, random.between(3, 7))].join(" ");
}

function variable(
  name: string,
  product: Product,
  begin: number,
  end: number,
  random: Random,
): Metadata["variables"][number] {
  const [manufacturer, model] = random.pick(product.models);
  const reference = `${product.instrument.replace(/\W/g, "_")}_${random.between(1, 400)}`;
  return {
    variable_name: name,
    variable_matrix: product.matrix,
    variable_property_of_interest: name.split(" ").at(-1) ?? name,
    object_of_interest: name.split(" ")[0] ?? name,
    variable_statistical_property: random.pick(["arithmetic mean", "median", "stddev"]),
    ...(product.geometry !== undefined && { variable_geometry: product.geometry }),
    timeliness: random.pick(["scheduled", "near real-time", "real real-time"]),
    instrument: [
      {
        instrument_type: product.instrument,
        instrument_pid: `https://hdl.handle.net/21.99999/3.${reference}`,
        instrument_manufacturer: manufacturer,
        instrument_model: model,
        instrument_name: `${manufacturer} ${model} (${reference})`,
        validtime_start: iso(begin),
        validtime_end: iso(end),
        extra_metadata: { insitu: { ext_instrument_ref: reference, ext_instrument_model: model } },
      },
    ],
    data_quality_control: [
      {
        validtime_start: iso(begin),
        validtime_end: iso(end),
        compliance: random.pick(["ACTRIS legacy", "ACTRIS associated"]),
        quality_control_mechanism: random.pick(["automatic", "manual and automatic"]),
        quality_control_outcome: random.pick(["quality assured", "provisional", "no issues found"]),
        statement: random.pick(SENTENCES),
      },
    ],
    framework: random
      .some(product.frameworks, random.between(1, product.frameworks.length))
      .map((framework) => ({ framework })),
    method: {
      title: `${product.instrument} method`,
      extra_metadata: { insitu: { ext_method_ref: `${reference}_v1` } },
    },
    temporal_resolution: product.resolution,
    extra_metadata: {
      insitu: {
        ebas_component_name: name.replace(/ /g, "_"),
        ebas_matrix: product.matrix,
        ext_unit: unitOf(name),
      },
    },
  };
}

/** Units by what names of variables end with. The first that fits counts. */
const UNITS: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/amount fraction$/, "nmol/mol"],
  [/(scattering|absorption|extinction) coefficient$/, "1/Mm"],
  [/backscatter coefficient$/, "1/Mm/sr"],
  [/mass concentration$|carbon mass$/, "ug/m3"],
  [/number (concentration|size distribution)$/, "1/cm3"],
  [/number density$/, "1/m3"],
  [/temperature$/, "K"],
  [/velocity$|width$/, "m/s"],
  [/height$/, "m"],
  [/water (path|vapour)$/, "kg/m2"],
  [/column$/, "1/cm2"],
  [/amount$/, "mm"],
  [/water content$/, "kg/m3"],
  [/lidar ratio$/, "sr"],
  [/reflectivity factor$/, "dBZ"],
];

const unitOf = (variable: string): string => UNITS.find(([ending]) => ending.test(variable))?.[1] ?? "1";

function distribution(product: Product, index: number, random: Random): Metadata["distribution_information"] {
  const file = `${product.repository.toLowerCase()}-${index}.nc`;
  const size = random.between(20_000, 90_000_000);
  return [
    ["HTTP", `https://data.example.org/files/${file}`] as const,
    ["OPeNDAP", `https://data.example.org/opendap/${file}`] as const,
  ].map(([protocol, dataset_url]) => ({
    data_format: product.format,
    dataset_url,
    protocol,
    access_restriction: { restricted: false, description: "free to download" },
    transfersize: { size, unit: "B" },
  }));
}

/** Profiles are lines that stand upright over the site, as instruments that look up report them. */
function extentOf(product: Product, [longitude = 0, latitude = 0, altitude = 0]: readonly number[], random: Random) {
  if (product.geometry === undefined) return { type: "Point", coordinates: [longitude, latitude, altitude] };
  const top = altitude + random.between(8, 15) * 1000;
  const coordinates = [
    [longitude, latitude, altitude],
    [longitude, latitude, top],
  ];
  return { type: "LineString", coordinates };
}

/** The person of ORCID's own examples: another identifier would lead to somebody. */
const WITH_ORCID = {
  first_name: "Josiah",
  last_name: "Carberry",
  orcid: "https://orcid.org/0000-0002-1825-0097",
};

function person(random: Random) {
  const name = { first_name: random.pick(FIRST_NAMES), last_name: random.pick(LAST_NAMES) };
  return { ...(random.chance(0.2) ? WITH_ORCID : name), affiliation: organisation(random) };
}

function organisation(random: Random) {
  const [name, country_code] = random.pick(ORGANISATIONS);
  return { name, country_code };
}

const iso = (time: number): string => new Date(time).toISOString();
const isoDate = (time: number): string => iso(time).slice(0, 10);
const byIdentifier = (a: Facility, b: Facility): number => (a.identifier < b.identifier ? -1 : 1);
