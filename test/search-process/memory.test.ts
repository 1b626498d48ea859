import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { records } from "../end-to-end/samples.ts";
import { belowTerms, PID, repeated } from "../hostile/hostile-search.ts";
import { crowdedMs, longestLiveMs } from "../live-probe.ts";
import { type WholeSystem, wholeSystemUntil } from "./whole-system.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const RECORDS = 1_000;
const AT_ONCE = 6;
const MEBIBYTE = 2 ** 20;
const ABSTRACT = "identification.abstract";
/**
 * Memory that three threads keep of a burst, compiled code included: 126 MiB on two processors, and 461 MiB without garbage
 * collection.
 */
const KEPT_BYTES = 200 * MEBIBYTE;

let system: WholeSystem;
beforeAll(async () => {
  system = await wholeSystemUntil(afterAll);
  const abstract = "The quick brown fox jumps over the lazy dog. ".repeat(100);
  const added = records("large", RECORDS).map((each) => ({
    ...each,
    identification: { ...each.identification, abstract },
  }));
  const headers = { Prefer: "wait=60" };
  await system.as("provider").post("/api/provider/metadata/add", added, { headers });
});

const residentBytes = () => system.metric("airlog_search_process_resident_bytes");

const LARGE = {
  "pages of every record": { size: 10_000 },
  "highlights in every record": {
    size: 10_000,
    query: { match: { [ABSTRACT]: "fox" } },
    highlight: { fields: { [ABSTRACT]: {} } },
  },
  "a hit in a bucket for each record": belowTerms(PID, 1, { top_hits: { size: 1 } }),
  "cardinalities in a bucket for each record": belowTerms(PID, 250, { cardinality: { field: PID } }),
} as const;

test("after bursts of large searches memory comes back, and /health/live is answered within a second meanwhile", async () => {
  await system.reader.search({});
  const before = await residentBytes();
  for (const [name, body] of Object.entries(LARGE)) {
    const burst = () =>
      Promise.all(repeated(AT_ONCE, () => system.reader.post("/api/metadata/search", { search: body })));
    expect(await longestLiveMs(system.urlOf("/health/live"), burst), name).toBeLessThan(crowdedMs(1_000));
  }
  await expect.poll(residentBytes, { timeout: 20_000, interval: 500 }).toBeLessThan(before + KEPT_BYTES);
});
