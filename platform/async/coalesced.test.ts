import { expect, test } from "vitest";
import { Coalesced } from "./coalesced.ts";

/** Work whose runs the test ends or fails. */
function heldWork() {
  const runs: { end: () => void; fail: () => void }[] = [];
  const coalesced = new Coalesced(
    () =>
      new Promise((resolve, reject) => {
        runs.push({ end: resolve, fail: () => reject(new Error("a run fails")) });
      }),
  );
  return { runs, coalesced };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("requests during a run cause one more run", async () => {
  const { runs, coalesced } = heldWork();
  coalesced.request();
  coalesced.request();
  coalesced.request();
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await settled();
  expect(runs).toHaveLength(2);
  runs[1]?.end();
  await coalesced.idle();
  expect(runs).toHaveLength(2);
});

test("a request after the last run begins another one", async () => {
  const { runs, coalesced } = heldWork();
  coalesced.request();
  runs[0]?.end();
  await coalesced.idle();
  coalesced.request();
  expect(runs).toHaveLength(2);
});

test("a run that fails does not keep the next one from running", async () => {
  const { runs, coalesced } = heldWork();
  coalesced.request();
  coalesced.request();
  runs[0]?.fail();
  await settled();
  expect(runs).toHaveLength(2);
});
