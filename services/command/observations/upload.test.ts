import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { READ_VERSIONS } from "../../../contracts/events.ts";
import { DatabaseUnavailable } from "../../../platform/database/port.ts";
import { EventStoreUnavailable } from "../../../platform/event-store/port.ts";
import { problem } from "../../../platform/http/problem.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { positionOf } from "../../../test/position.ts";
import type { LinesWrite } from "../http/write.ts";
import type { LinesOrder } from "./ingest.ts";
import { storeLines } from "./upload.ts";

/** Takes two lines in; `store` is what the event store does. */
async function take(store: (order: LinesOrder) => Promise<unknown>, mayGoOn = async () => true) {
  const body = new PassThrough();
  body.end("a\nb\n");
  const request = Object.assign(body, { headers: {}, complete: true });
  const run = vi.fn().mockImplementation((_job: unknown, order: LinesOrder) => store(order));
  const jobs = { run, close: async () => {} };
  const dependencies = { eventStore: eventStoreWith({}), clock: () => new Date(0), jobs, offset: 60 };
  const identity = { user: "ada", provider: "nilu", roles: [] };
  const metadata = { time: "", actor: "ada", provider: "nilu", correlationId: "c" };
  const context = { metadata, dryRun: false, appends: ["ObservationsIngested"], versions: READ_VERSIONS } as const;
  const write: LinesWrite = { request, identity, context, delivery: "d", isRetry: false, mayGoOn };
  return storeLines(dependencies, write);
}

const stored = {
  outcome: "done",
  position: positionOf("1"),
  lines: 2,
  series: [1],
  values: 2,
  refused: 0,
  errors: [],
  deferred: [],
  isRetry: false,
};

test("an upload outlasts an engine that is away for a while, and looks at what it had stored", async () => {
  const seen: (readonly [string, boolean])[] = [];
  const failures = [new EventStoreUnavailable("gone"), problem("busy", "later")];
  const { position, result } = await take(async ({ bytes, isRetry }) => {
    seen.push([Buffer.from(bytes).toString(), isRetry]);
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    const failure = failures.shift();
    if (failure) throw failure;
    return stored;
  });
  expect(seen).toEqual([
    ["a\nb\n", false],
    ["a\nb\n", true],
    ["a\nb\n", true],
  ]);
  expect([position, result]).toEqual(["1", { series: 1, values: 2, refused: 0, errors: [] }]);
});

test("an upload outlasts a database that does not tell about the account for a while", async () => {
  const failures = [new DatabaseUnavailable("gone")];
  const mayGoOn = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return true;
  };
  expect((await take(async () => stored, mayGoOn)).result).toMatchObject({ values: 2 });
  await expect(
    take(
      async () => stored,
      async () => false,
    ),
  ).rejects.toMatchObject({ code: "token-invalid" });
});

test("what nobody expected ends an upload", async () => {
  await expect(take(() => Promise.reject(new Error("unexpected")))).rejects.toThrow("unexpected");
});
