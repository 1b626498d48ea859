import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourlyLine, seriesOfNetwork } from "../../bench/hourly-lines.ts";
import { addNetwork, type Network } from "../../bench/network.ts";
import { MeasuredSystem } from "../../bench/system.ts";

let system: MeasuredSystem;
let network: Network;
beforeAll(async () => {
  system = await MeasuredSystem.start();
  network = await addNetwork(system);
});
afterAll(() => system.close());

const GIGABYTE = 1e9;
const MEBIBYTE = 2 ** 20;
const DAYS_OF_LINE = 10;

interface Ingested {
  readonly series: number;
  readonly values: number;
  readonly refused: number;
  readonly errors: readonly { readonly line: number }[];
}

/** Streams the lines, with back-pressure. */
async function upload(lines: AsyncIterable<string> | Iterable<string>): Promise<Ingested> {
  const headers = await system.writeHeaders({ "Content-Type": "application/x-ndjson", Prefer: "wait=60" });
  const { hostname, port } = system.url;
  const sent = request({ hostname, port, method: "POST", path: "/api/provider/observations/add", headers });
  const answered = new Promise<Ingested>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", async (response) => {
      const body = Buffer.concat(await response.toArray()).toString();
      if (response.statusCode === 200) resolve(JSON.parse(body));
      else reject(new Error(`answered ${response.statusCode}: ${body.slice(0, 500)}`));
    });
  });
  await Promise.all([pipeline(Readable.from(lines), sent), answered]);
  return answered;
}

const valuesOf = async (id: number, from: string, to: string) => {
  const answer = await system.send("GET", `/obs/historical/${from}/${to}/ids/${id}`);
  const [series]: { values: { value: number }[] }[] = JSON.parse(answer.body.toString());
  return series?.values ?? [];
};

test("a gigabyte of NDJSON is stored except for its one invalid line, in less than 768 MiB of memory", async () => {
  const sent = { bytes: 0, lines: 0, values: 0, bad: 0 };
  const lines = function* () {
    for (let day = 0; sent.bytes < GIGABYTE; day += DAYS_OF_LINE) {
      for (const id of seriesOfNetwork(network)) {
        const line = hourlyLine(id, day, DAYS_OF_LINE);
        sent.lines += 1;
        if (sent.bad === 0 && sent.bytes > GIGABYTE / 2) {
          sent.bad = sent.lines;
          yield `${line.slice(0, line.length / 2)}\n`;
          continue;
        }
        sent.bytes += line.length;
        sent.values += 24 * DAYS_OF_LINE;
        yield line;
      }
    }
  };
  const before = await system.resident();
  const ingested = await upload(lines());
  expect(ingested).toMatchObject({ series: 246, values: sent.values, refused: 1, errors: [{ line: sent.bad }] });
  expect(((await system.peakResident()) - before) / MEBIBYTE).toBeLessThan(768);
  const [id = 0] = seriesOfNetwork(network);
  expect(await valuesOf(id, "2000-01-01", "2000-01-10")).toHaveLength(24 * DAYS_OF_LINE);
});

test("an upload of twelve minutes outlasts its token, and its values can be read meanwhile", async () => {
  const minutes = 12;
  const [id = 0] = seriesOfNetwork(network);
  let readable = 0;
  const lines = async function* () {
    for (let day = 0; day < minutes * 6; day++) {
      yield hourlyLine(id, 9_000 + day, 1);
      await sleep(10_000);
      if (day === minutes * 3) readable = (await valuesOf(id, "2024-08-22", "2024-08-28")).length;
    }
  };
  const ingested = await upload(lines());
  expect(ingested).toEqual({ series: 1, values: minutes * 6 * 24, refused: 0, errors: [] });
  expect(readable).toBe(7 * 24);
});
