import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { openBareDocuments } from "./bare-documents.ts";
import { addFacilities } from "./catalogue.ts";
import { corpusBatch, corpusRecord } from "./corpus.ts";
import { alternate, type BenchResult, quantile, ROUNDS, scaled } from "./harness.ts";
import { MeasuredSystem } from "./system.ts";

/**
 * The feed of changes from its beginning with contents, beside COPY of the same documents; and how long after a write's answer its
 * changes come from an open stream, with 1,000 records a second in adds of 100.
 */

const BATCH = 1_000;
const BATCHES = scaled(20);
const ADD = 100;
const ADDS = scaled(100);
const ADD_INTERVAL_MS = 100;

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  const bare = await openBareDocuments();
  try {
    await addFacilities(system);
    for (let batch = 0; batch < BATCHES; batch++) {
      const body = corpusBatch(batch * BATCH, BATCH);
      await system.write("/api/provider/metadata/add", body, { Prefer: "wait=60" });
      await bare.insert(
        Array.from({ length: BATCH }, (_, index) => JSON.stringify(corpusRecord(batch * BATCH + index))),
      );
    }
    const rate = async (read: () => Promise<number>) => {
      const begin = performance.now();
      const bytes = await read();
      return bytes / 2 ** 20 / ((performance.now() - begin) / 1000);
    };
    await readFeed(system);
    const rates = await alternate(
      () => rate(() => bare.copy()),
      () => rate(() => readFeed(system)),
    );
    const lags: number[] = [];
    for (let round = 0; round < ROUNDS; round++) lags.push(quantile(await streamLags(system, round), 0.99));
    return {
      name: "changes",
      rows: [
        {
          ...{
            name: "the feed from its beginning with contents, beside COPY of the documents",
            unit: "MB/s",
            ...rates,
          },
          goal: { of: "ratio", at: "least", value: 0.5 },
        },
        {
          ...{ name: "from a write's answer to its change at a stream, p99", unit: "ms", product: lags },
          goal: { of: "value", at: "most", value: 1_000 },
        },
      ],
    };
  } finally {
    await bare.close();
    await system.close();
  }
}

const Next = z.object({ next: z.string(), more: z.boolean() });

/** Bytes at the end of a page that hold where it goes on. */
const END_BYTES = 500;

/** Reads all pages; returns their bytes. They are counted as they come, like those of COPY. */
async function readFeed(system: MeasuredSystem): Promise<number> {
  let all = 0;
  for (let after = "", more = true; more; ) {
    const query = `types=record&include=content&limit=10000${after && `&after=${after}`}`;
    const { status, bytes, end } = await system.drainTo(`/api/changes?${query}`, END_BYTES);
    if (status !== 200) throw new Error(`the feed answered ${status}: ${end.toString()}`);
    all += bytes;
    ({ next: after, more } = Next.parse(JSON.parse(`{${end.subarray(end.lastIndexOf('],"next"') + 2).toString()}`)));
  }
  return all;
}

/** Milliseconds from the answer of an add to each of its records at a stream; 0 for those that came before. */
async function streamLags(system: MeasuredSystem, round: number): Promise<number[]> {
  const answered = new Map<string, number>();
  const arrived = new Map<string, number>();
  const answer = await fetch(new URL("/api/changes?types=record&after=now", system.url), {
    headers: { Accept: "text/event-stream" },
  });
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const piece of answer.body ?? []) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const pid = /^data: .*"subject":"([^"]+)"/.exec(line)?.[1];
        if (pid !== undefined) arrived.set(pid, performance.now());
      }
      if (arrived.size === ADDS * ADD) return;
    }
  })();
  const adds: Promise<void>[] = [];
  for (let add = 0; add < ADDS; add++) {
    const first = 1_000_000 * (round + 1) + add * ADD;
    const write = async () => {
      await system.write("/api/provider/metadata/add", corpusBatch(first, ADD));
      for (let index = 0; index < ADD; index++)
        answered.set(corpusRecord(first + index).identification.identifier.pid, performance.now());
    };
    adds.push(write());
    await delay(ADD_INTERVAL_MS);
  }
  await Promise.all(adds);
  await reading;
  return [...answered].map(([pid, at]) => Math.max(0, (arrived.get(pid) ?? Number.POSITIVE_INFINITY) - at));
}
