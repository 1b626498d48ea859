import { seeded } from "../../cli/demo/random.ts";

/**
 * A few hundred catalogue-like records, the same on every run: real vocabularies, diacritics, many-valued and missing
 * members, every geometry (degenerate ones too), odd dates, long strings and members that the specification does not name.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonRecord = { readonly [name: string]: Json };

export interface CorpusRecord {
  readonly id: string;
  readonly document: JsonRecord;
}

/** Uniform numbers from a seed. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** An integer, 0 ≤ x < limit. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
}

export function random(seed: number): Random {
  const { next, between, pick, chance } = seeded(seed);
  return { next, below: (limit) => between(0, limit - 1), pick, chance };
}

type Facility = JsonRecord & {
  readonly location?: { readonly type: "Point"; readonly coordinates: readonly number[] };
};

export const facilities: readonly Facility[] = [
  facility("0lym", "Jülich", 6.4131, 50.9086, "DE", "labelled", ["observation platform, fixed"]),
  facility("5qss", "La Tardière", -0.7453, 46.6567, "FR", "initially accepted", ["observation platform, fixed"]),
  facility("56kt", "Ähtäri", 24.0667, 62.5833, "FI", "not labelled", ["observation platform, fixed", "laboratory"]),
  facility("aa01", "Ny-Ålesund", 11.9222, 78.9231, "NO", "labelled", ["observation platform, fixed"]),
  facility("aa02", "Granada", -3.605, 37.164, "ES", "labelling opened", ["observation platform, fixed"]),
  facility("aa03", "Łódź-Północ", 19.4559, 51.7769, "PL", "labelling planned", []),
  facility("aa04", "São Miguel", -25.6667, 37.7833, "PT", "labelled", ["observation platform, mobile"]),
  facility("aa05", "Suva Fidji", 178.4419, -18.1416, "FJ", "labelling application submitted", []),
  facility("aa06", "Apia", -171.7667, -13.8333, "WS", "not labelled", ["observation platform, fixed"]),
  facility("aa07", "Σίσυφος Athens NOA", 23.7183, 37.9718, "GR", "labelled", ["observation platform, fixed"]),
  { identifier: "bare" },
];

function facility(
  identifier: string,
  name: string,
  lon: number,
  lat: number,
  country: string,
  label: string,
  types: string[],
): Facility {
  return {
    identifier,
    name,
    facility_type: types,
    location: { type: "Point", coordinates: identifier === "aa01" ? [lon, lat, 474.5] : [lon, lat] },
    country_code: country,
    wmo_region: lon < -100 || lon > 100 ? "South-West Pacific" : "Europe",
    active: label !== "not labelled",
    actris_national_facility: label,
    operational_since: "1998",
    contact_person: { first_name: "Zoë", last_name: `O'Neill-${country}`, orcid: "0000-0002-1825-0097" },
  };
}

const repositories = ["CLU", "In-Situ", "ARES", "GRES", "ASC"];
const variableNames = [
  "cloud fraction", "cloud droplet effective radius", "ice water content", "liquid water path",
  "aerosol particle number concentration", "aerosol particle light absorption coefficient",
  "1,1,1,2-tetrafluoroethane amount fraction", "m/p-xylenes amount fraction", "ozone mass concentration", "drizzle",
]; // biome-ignore format: rows
const matrices = ["cloud phase", "gas phase", "aerosol particle phase", "precipitation phase", "PM10", "PM2.5"];
const instruments = [
  "cloud radar",
  "lidar",
  "microwave radiometer",
  "dmps",
  "smps",
  "nephelometer",
  "filter_absorption_photometer",
];
const frameworks = ["ACTRIS", "CLOUDNET", "EMEP", "EARLINET", "GAW-WDCA", "NDACC"];
const words = [
  "vertical", "profiles", "of", "the", "cloud", "radar", "measurements", "at", "high", "resolution", "aerosol",
  "particle", "size", "distribution", "and", "ozone", "in", "lower", "stratosphere", "daily", "product", "quality",
  "controlled", "data", "from", "station", "long-term", "series", "café", "naïve", "PM2.5", "3.14", "it's",
]; // biome-ignore format: rows

const sentence = (r: Random, length: number): string => Array.from({ length }, () => r.pick(words)).join(" ");

const two = (value: number): string => String(value).padStart(2, "0");

function date(r: Random, year: number): string {
  const day = `${year}-${two(1 + r.below(12))}-${two(1 + r.below(28))}`;
  const time = `${two(r.below(24))}:${two(r.below(60))}:${two(r.below(60))}`;
  return r.pick([
    `${day}T00:00:00Z`,
    `${day}T${time}Z`,
    `${day}T${time}.${r.below(1000)}Z`,
    `${day}T${time}.123456+00:00`,
    `${day}T${time}+02:00`,
    `${day}T${time}`,
    `${day}T00:00:00.0000000Z`,
  ]);
}

function spatialExtent(r: Random, place: readonly number[], n: number): Json | undefined {
  const [lon = 0, lat = 0] = place;
  const around = (size: number): [number, number] => {
    const x = lon + (r.next() - 0.5) * size;
    return [
      Math.round(Math.max(-180, Math.min(180, x)) * 1e6) / 1e6,
      Math.round((lat + (r.next() - 0.5) * size) * 1e4) / 1e4,
    ];
  };
  switch (n % 10) {
    case 0:
      return undefined;
    case 1:
    case 2:
      return { type: "Point", coordinates: [lon, lat] };
    case 3:
      return {
        type: "LineString",
        coordinates: [
          [lon, lat, 100],
          [lon, lat, 12_000],
        ],
      };
    case 4:
      return { type: "LineString", coordinates: [around(2), around(2), around(4)] };
    case 5:
      return { type: "MultiPoint", coordinates: [around(1), around(1), around(20)] };
    case 6:
    case 7: {
      const [x, y] = around(3);
      const [w, h] = [1 + r.below(4), 1 + r.below(3)];
      const ring = [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
        [x, y],
      ];
      const hole = [
        [x + 0.25, y + 0.25],
        [x + 0.25, y + 0.75],
        [x + 0.75, y + 0.75],
        [x + 0.75, y + 0.25],
        [x + 0.25, y + 0.25],
      ];
      if (Math.abs(x + w) > 180) return { type: "Point", coordinates: [lon, lat] };
      return { type: "Polygon", coordinates: n % 20 === 6 ? [ring, hole] : [ring] };
    }
    case 8: {
      const [x, y] = [Math.round(lon), Math.round(lat)];
      if (Math.abs(x) > 170) return { type: "Point", coordinates: around(1) };
      return {
        type: "Polygon",
        coordinates: [
          [
            [x, y],
            [x + 2, y + 1],
            [x + 4, y],
            [x + 2, y + 3],
            [x, y],
          ],
        ],
      };
    }
    default:
      return { type: "Point", coordinates: around(10) };
  }
}

function variable(r: Random, n: number): JsonRecord {
  const begin = date(r, 2015);
  return {
    variable_name: r.pick(variableNames),
    variable_matrix: r.pick(matrices),
    ...(r.chance(0.5) ? { variable_geometry: "atmospheric vertical profile" } : {}),
    ...(r.chance(0.6) ? { timeliness: r.pick(["scheduled", "near real-time", "real real-time"]) } : {}),
    ...(r.chance(0.7)
      ? { instrument: [{ instrument_type: r.pick(instruments), instrument_name: `inst-${r.below(9)}` }] }
      : {}),
    ...(r.chance(0.7) ? { framework: [{ framework: r.pick(frameworks) }, { framework: r.pick(frameworks) }] } : {}),
    ...(r.chance(0.3)
      ? {
          data_quality_control: [
            { compliance: r.pick(["ACTRIS legacy", "ACTRIS associated"]), validtime_start: begin },
          ],
        }
      : {}),
    ...(r.chance(0.4) ? { temporal_resolution: r.pick(["P30S", "PT1H", "P1D"]) } : {}),
    ...(n % 9 === 0 ? { extra_metadata: extraMetadata(r, n) } : {}),
  };
}

function extraMetadata(r: Random, n: number): JsonRecord {
  return {
    insitu: {
      ebas_component_name: r.pick(["sulphate_total", "elemental_carbon", "aerosol_absorption_coefficient"]),
      ext_unit: r.pick(["ug/m3", "1/Mm"]),
      sampling_height: n,
      calibrated: n % 2 === 0,
      looks_like_a_date: "2019-05-06",
      [`own_${n % 5}`]: n % 4 === 0 ? { nested: "deep value", list: [1, "two", null] } : "plain value",
    },
  };
}

function pid(n: number): string {
  if (n % 11 === 0) return `https://doi.org/10.48597/RT${two(n % 97)}-U8P${n % 10}-${n}`;
  if (n % 37 === 5) return `plain pid/${n} with späces & "quotes"`;
  return `https://hdl.handle.net/21.12132/1.${((n * 2_654_435_761) % 4_294_967_296).toString(16)}`;
}

function record(n: number): CorpusRecord {
  const r = random(n * 7919 + 17);
  const place = facilities[Math.floor(r.next() ** 1.6 * facilities.length)] ?? {};
  const location = place.location?.coordinates ?? [10, 50];
  const year = 1996 + Math.floor(r.next() ** 0.5 * 29);
  const extent = spatialExtent(r, location, n);
  const id = pid(n);
  const title = `${r.pick(["Ice water content", "Classification", "Aerosol optical depth", "Ozone", "Drizzle", "Categorize file"])} ${r.pick(
    ["from cloud radar at", "measured in", "of"],
  )} ${String(place["name"] ?? "somewhere")}${n % 6 === 0 ? ` ${sentence(r, 4)}` : ""}`;
  return {
    id,
    document: {
      dataset_metadata: {
        repository: {
          repository_id: r.pick(repositories),
          ...(r.chance(0.2) ? { repository_name: "Cloud remote sensing unit" } : {}),
        },
        time_content_revised: date(r, 2024),
        ...(r.chance(0.7) ? { time_file_created: date(r, year + 1) } : {}),
        ...(n % 13 === 0 ? { version: { number: `${n % 4}.0` } } : {}),
      },
      identification: {
        identifier: { pid: id, pid_type: r.pick(["ePIC", "DOI", "other PID"]) },
        title,
        abstract: n === 77 ? `${"lorem ".repeat(1400)}ipsum` : sentence(r, 5 + r.below(40)),
        ...(r.chance(0.4)
          ? {
              roles: [
                {
                  role_code: [r.pick(["pointOfContact", "processor", "custodian"]), "author"],
                  person: { last_name: r.pick(["Müller", "O'Connor", "Ødegård"]) },
                },
              ],
            }
          : {}),
      },
      usage_information: {
        citation: `${r.pick(["Müller, J.", "Ødegård, K."])} (${year}): ${title}`,
        data_licence: "CC-BY-4.0",
        ...(n === 78 ? { acknowledgement: `x${"y".repeat(8_190)}z` } : {}),
        ...(n === 79 ? { acknowledgement: "y".repeat(8_191) } : {}),
      },
      product_type: r.pick(["observation", "observation", "model", "fundamental_parameter"]),
      variables: Array.from({ length: n % 17 === 0 ? 0 : 1 + r.below(4) }, () => variable(r, n)),
      distribution_information: [
        {
          data_format: r.pick(["HDF5 (NetCDF4)", "NETCDF"]),
          dataset_url: `https://example.org/files/${n}.nc`,
          protocol: r.pick(["HTTP", "OPeNDAP"]),
          ...(r.chance(0.6)
            ? { transfersize: { size: r.chance(0.5) ? r.below(1_000_000) : r.below(100_000) / 8, unit: "B" } }
            : {}),
          ...(r.chance(0.5) ? { access_restriction: { restricted: r.chance(0.3) } } : {}),
        },
        ...(n % 5 === 0 ? [{ protocol: "HTTP", transfersize: { size: -n, unit: "B" } }] : []),
      ],
      ...(n % 12 === 7 ? {} : { facility: place }),
      ...(extent === undefined ? {} : { spatial_extent: extent }),
      ...(n % 19 === 3
        ? {}
        : { temporal_extent: { time_period_begin: date(r, year), time_period_end: date(r, year + r.below(3)) } }),
      ...(n % 23 === 1 ? { unnamed_member: { free: "not searchable" } } : {}),
    },
  };
}

/** Records that stretch one rule each. */
const odd: readonly CorpusRecord[] = [
  shaped("odd-empty", undefined, {}),
  shaped("odd-plain-extent", { type: "Region", description: "Northern Europe" }),
  shaped("odd-self-crossing", { type: "Polygon", coordinates: [[[0, 50], [4, 54], [4, 50], [0, 54], [0, 50]]] }),
  shaped("odd-flat-ring", { type: "Polygon", coordinates: [[[1, 51], [3, 51], [5, 51], [1, 51]]] }),
  shaped("odd-world", { type: "Polygon", coordinates: [[[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]] }),
  shaped("odd-antimeridian-line", { type: "LineString", coordinates: [[179, -17], [-179, -17]] }),
  shaped("odd-antimeridian-polygon", { type: "Polygon", coordinates: [[[177, -20], [-177, -20], [-177, -16], [177, -16], [177, -20]]] }),
  shaped("odd-pole", { type: "Point", coordinates: [0, 90] }),
  shaped("odd-dateline-point", { type: "Point", coordinates: [180, 0] }),
  shaped("odd-dateline-point-west", { type: "Point", coordinates: [-180, 0] }),
  shaped("odd-clockwise", { type: "Polygon", coordinates: [[[10, 40], [10, 44], [14, 44], [14, 40], [10, 40]]] }),
  shaped("odd-lowercase-type", undefined, { product_type: "observation", note: "an own member" }),
  shaped("odd-case", undefined, { product_type: "İSTANBUL ΣΊΣΥΦΟΣ straße ﬁn" }),
  shaped("odd-scripts", undefined, { product_type: "雲レーダー 日本 한국어 кириллица العربية ไทย 👩‍🔬 1.234,5 a_b x'y e-mail@host.org" }),
  shaped("odd-old-date", undefined, { temporal_extent: { time_period_begin: "1893-02-28T23:59:59.9999Z", time_period_end: "0101-01-01T00:00:00Z" } }),
  shaped("odd-future-date", undefined, { temporal_extent: { time_period_begin: "2099-12-31T23:59:59+14:00", time_period_end: "9999-12-31T23:59:59Z" } }),
  shaped("odd-many-values", undefined, { variables: Array.from({ length: 40 }, (_, i) => ({ variable_name: `made up ${i % 20}`, variable_matrix: matrices[i % 6] ?? null })) }),
]; // biome-ignore format: one record a row

function shaped(id: string, extent: Json | undefined, more: JsonRecord = {}): CorpusRecord {
  return {
    id,
    document: {
      identification: { identifier: { pid: id, pid_type: "other PID" }, title: `Odd record ${id}` },
      ...(extent === undefined ? {} : { spatial_extent: extent }),
      ...more,
    },
  };
}

/** All records in index order. */
export const corpus: readonly CorpusRecord[] = [...Array.from({ length: 360 }, (_, n) => record(n)), ...odd];
