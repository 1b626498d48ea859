import { afterAll, beforeAll, expect, test } from "vitest";
import { silent } from "../../../test/postgres.ts";
import { record } from "../../../test/records.ts";
import type { Body } from "./body.ts";
import { openReaders, type Readers } from "./readers.ts";

let readers: Readers;

beforeAll(() => {
  readers = openReaders({ log: silent, most: 1000 });
});
afterAll(() => readers.close());

function body(value: unknown): Body {
  const text = new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
  return { bytes: text, hash: undefined, [Symbol.dispose]: () => undefined };
}

const own = "x".repeat(3000);
const many = (count: number) => Array.from({ length: count }, (_, index) => record(`${index}`, { own }));

test("a large body is read in a thread as a small one is read here", async () => {
  const large = await readers.records(body(many(100)));
  const small = await readers.records(body(many(2)));
  expect(large.pids).toHaveLength(100);
  expect(large.hashes.slice(0, 2)).toEqual(small.hashes);
  expect(large.ends.slice(0, 2)).toEqual(small.ends);
  expect(Buffer.from(large.contents).subarray(0, small.contents.length)).toEqual(Buffer.from(small.contents));
});

test("a large body that does not fit is refused with every fault", async () => {
  const [first, ...others] = many(200);
  await expect(readers.records(body([{ ...first, product_type: 1 }, ...others]))).rejects.toMatchObject({
    code: "body-invalid",
    options: { errors: [{ path: "/0/product_type" }], errorCount: 1 },
  });
});

test("many bodies at once each get their own answer", async () => {
  const counts = [100, 150, 200, 120, 180, 90];
  const read = await Promise.all(counts.map((count) => readers.records(body(many(count)))));
  expect(read.map(({ pids }) => pids.length)).toEqual(counts);
});

test("a thread that dies fails its own request, and another takes its place", async () => {
  const module = new URL(`data:text/javascript,
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ bytes }) => {
      if (bytes[0] === 0x21) throw new Error("dies");
      parentPort.postMessage({ outcome: "pids", pids: [] });
    });`);
  const frail = openReaders({ log: silent, most: 1, module });
  const read = (text: string) => frail.pids(body(text.repeat(300_000)));
  const results = await Promise.allSettled([read("!"), read("a"), read("!"), read("a"), read("a")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(results[0]).toMatchObject({ reason: { code: "body-too-large" } });
  await frail.close();
});
