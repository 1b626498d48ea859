import { demoValues, HOUR } from "../../cli/demo/observations.ts";
import { demoUvGrid } from "../../cli/demo/uv.ts";
import { StationListing } from "../../contracts/measurement-answers.ts";
import { pidOf } from "../../contracts/metadata.ts";
import { slugOf } from "../../contracts/slug.ts";
import { fill } from "../catalogue.ts";
import { corpusRecord, RECORDS } from "../corpus.ts";
import { addNetwork, type Network, OFFSET, sendValues } from "../network.ts";
import type { MeasuredSystem } from "../system.ts";

/**
 * What the pages show: the corpus, a record with many versions, the demonstration's network with a month of values up to now, a
 * station with a year of four components, and a UV forecast.
 */

const DAY = 24 * HOUR;
const VERSIONS = 25;
const COMPONENTS = 4;

/** What has pages of its own that are measured. */
export interface Portal {
  /** The slug of the record with many versions. */
  readonly revised: string;
  /** The id of the station with a year of values. */
  readonly station: number;
}

export async function fillPortal(system: MeasuredSystem): Promise<Portal> {
  await fill(system, RECORDS);
  const revised = await revise(system);
  const station = await addAir(system);
  await system.write("/api/provider/uv/forecast", jsonOf(demoUvGrid(new Date())), { Prefer: "wait=60" });
  return { revised, station };
}

/** Adds versions of the first record. Returns its slug. */
async function revise(system: MeasuredSystem): Promise<string> {
  const record = corpusRecord(0);
  const { dataset_metadata, identification } = record;
  for (let version = 2; version <= VERSIONS; version++) {
    const text = `Version ${version} has the flags of another calibration.`;
    const revision = {
      ...record,
      dataset_metadata: { ...dataset_metadata, version: { number: `${version}.0`, description: text } },
      identification: { ...identification, abstract: `${identification.abstract} ${text}` },
    };
    await system.write("/api/provider/metadata/add", jsonOf([revision]), { Prefer: "wait=60" });
  }
  return slugOf(pidOf(record));
}

/** Adds the network with its values. Returns the id of the station with a year of them. */
async function addAir(system: MeasuredSystem): Promise<number> {
  const network = await addNetwork(system);
  const long = stationOf(network, COMPONENTS);
  const isLong = ([, { station }]: readonly [number, { readonly station: string }]) => station === long;
  await sendValues(system, lastDays(network, 30));
  await sendValues(system, lastDays(new Map([...network].filter(isLong)), 366));
  const { status, body } = await system.send("GET", "/lookup/stations");
  if (status !== 200) throw new Error(`the stations are answered with ${status}`);
  const found = StationListing.array()
    .parse(JSON.parse(body.toString()))
    .find(({ station }) => station === long);
  if (found === undefined) throw new Error(`the station ${long} is not listed`);
  return found.id;
}

/** The first station with so many series. */
function stationOf(network: Network, count: number): string {
  const counts = new Map<string, number>();
  for (const { station } of network.values()) counts.set(station, (counts.get(station) ?? 0) + 1);
  const [found] = [...counts].find(([, each]) => each === count) ?? [];
  if (found === undefined) throw new Error(`no station has ${count} series`);
  return found;
}

/** The values of the last days up to the last full hour, as they are sent. */
function lastDays(network: Network, days: number): Buffer {
  const now = Date.now() / 1000;
  const until = Math.floor(now / HOUR) * HOUR;
  const lines = [...network].map(([timeseries, series]) => {
    const values = demoValues(series, until - days * DAY, until, { now, offset: OFFSET });
    return `${JSON.stringify({ timeseries, values })}\n`;
  });
  return Buffer.from(lines.join(""));
}

const jsonOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
