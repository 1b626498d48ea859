import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { READ_VERSIONS } from "../../../contracts/events.ts";
import { DatabaseUnavailable } from "../../../platform/database/port.ts";
import { EventStoreUnavailable } from "../../../platform/event-store/port.ts";
import { problem } from "../../../platform/http/problem.ts";
import { Uploads } from "../../../platform/http/uploads.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { positionOf } from "../../../test/position.ts";
import type { LinesWrite } from "../http/write.ts";
import type { LinesInput } from "./job.ts";
import { storeLines } from "./upload.ts";

interface Circumstances {
  readonly mayGoOn?: LinesWrite["mayGoOn"];
  readonly dryRun?: boolean;
  readonly body?: PassThrough;
  readonly noteStored?: LinesWrite["noteStored"];
}

function twoLines(): PassThrough {
  const body = new PassThrough();
  body.end("a\nb\n");
  return body;
}

/** Stores lines; `store` stands for the event store. */
async function take(
  store: (input: LinesInput) => Promise<unknown>,
  { mayGoOn = async () => true, dryRun = false, body = twoLines(), noteStored = () => undefined }: Circumstances = {},
) {
  const request = Object.assign(body, { headers: {}, complete: true });
  const run = vi.fn().mockImplementation((_job: unknown, input: LinesInput) => store(input));
  const jobs = { run, close: async () => {} };
  const dependencies = { eventStore: eventStoreWith({}), clock: () => new Date(0), jobs, offset: 60 };
  const identity = { user: "ada", provider: "nilu", roles: [] };
  const metadata = { time: "", actor: "ada", provider: "nilu", correlationId: "c" };
  const context = { metadata, dryRun, appends: ["ObservationsIngested"], versions: READ_VERSIONS } as const;
  using place = new Uploads().take("nilu") ?? expect.unreachable();
  const write: LinesWrite = { request, identity, context, delivery: "d", isRetry: false, place, noteStored, mayGoOn };
  return await storeLines(dependencies, write);
}

const stored = {
  outcome: "done",
  position: positionOf("1"),
  lines: 2,
  accepted: 2,
  series: [1],
  values: 2,
  refused: 0,
  errors: [],
  deferred: [],
  isRetry: false,
};

test("an upload outlasts an engine that is away for a while, and checks which values it had stored", async () => {
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

test("an upload outlasts a database that can't say for a while whether the account may write", async () => {
  const failures = [new DatabaseUnavailable("gone")];
  const mayGoOn = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return true;
  };
  expect((await take(async () => stored, { mayGoOn })).result).toMatchObject({ values: 2 });
  await expect(take(async () => stored, { mayGoOn: async () => false })).rejects.toMatchObject({
    code: "token-invalid",
  });
});

/** Three lines, one refused and one deferred; another line follows, before which the account is changed. */
function changedAccount(more: Circumstances = {}): Circumstances {
  const body = new PassThrough();
  body.write("a\nx\nb\n");
  const mayGoOn = vi
    .fn(async () => false)
    .mockImplementationOnce(async () => {
      body.end("c\n");
      return true;
    });
  return { body, mayGoOn, ...more };
}

const deferred = [{ series: 1 }];
const partly = { ...stored, lines: 3, accepted: 2, refused: 1, deferred };
const rest = { ...stored, lines: 0, accepted: 0 };

test("when an account is changed, the answer says how many lines are stored, once the deferred ones are", async () => {
  const inputs: LinesInput[] = [];
  const outcome = take(async (input) => inputs.push(input) && (input.isLast ? rest : partly), changedAccount());
  await expect(outcome).rejects.toMatchObject({
    code: "token-invalid",
    message: expect.stringContaining("before line 4 (lines stored: 2, refused: 1)"),
  });
  expect(inputs.map(({ isLast }) => isLast)).toEqual([false, true]);
  const dry = take(async ({ isLast }) => (isLast ? rest : partly), changedAccount({ dryRun: true }));
  await expect(dry).rejects.toMatchObject({ message: expect.stringContaining("(lines stored: 0, refused: 1)") });
});

test("when deferred lines can't be stored after an account was changed, the answer is that failure", async () => {
  const store = async ({ isLast }: LinesInput) => (isLast ? Promise.reject(new Error("unexpected")) : partly);
  await expect(take(store, changedAccount())).rejects.toThrow("unexpected");
});

test("an unexpected error ends an upload", async () => {
  await expect(take(() => Promise.reject(new Error("unexpected")))).rejects.toThrow("unexpected");
});

test.each([
  ["values are stored", async () => stored, 1],
  ["the outcome is unknown", () => Promise.reject(new Error("unexpected")), 1],
  ["nothing is stored", async () => ({ ...stored, accepted: 0, series: [], values: 0 }), 0],
] as const)("an upload notes whether its key is to be kept when %s", async (_, store, times) => {
  const noteStored = vi.fn();
  await take(store, { noteStored }).catch(() => undefined);
  expect(noteStored).toHaveBeenCalledTimes(times);
});
