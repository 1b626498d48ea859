import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { facilities } from "../../contracts/views/facilities.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { type Database, DatabaseUnavailable } from "../../platform/database/port.ts";
import { EventStoreUnavailable } from "../../platform/event-store/port.ts";
import { type Feed, type FeedBatch, LogEndsBefore, type Subscription } from "../../platform/feed/port.ts";
import { BuildGone, type BuildState, createBuild } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { positionOf } from "../../test/position.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { projectorMetrics } from "./metrics.ts";
import { runBuild } from "./runner.ts";
import { nextState, type RunnerEvent, type RunnerState, TRANSITIONS } from "./runner-states.ts";
import { facilitiesView } from "./views/facilities/view.ts";

const [BEGIN, HEAD] = [positionOf("0"), positionOf("1")];
const database = await databaseUntil(afterAll);
beforeAll(() => migrate(database, VIEW_MIGRATIONS));
beforeEach(async () => {
  await database.query(`drop schema if exists ${facilities.schema} cascade`);
  await database.query("delete from view_builds; delete from dropped_builds; delete from view_leases");
});

/** Settles when the test says so. */
class Lever<Value> {
  readonly promise: Promise<Value>;
  pull: (value: Value) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.pull = resolve;
      this.fail = reject;
    });
    this.promise.catch(() => undefined);
  }
}

/** A runner, and the levers by which the test moves it. */
class Scene {
  /** Ends its preparations. */
  readonly preparation = new Lever<void>();
  /** The next delivery of the feed. */
  readonly batch = new Lever<FeedBatch>();
  readonly transitions: { from: RunnerState; event: RunnerEvent; to: RunnerState }[] = [];
  #leaseFailure: Error | undefined;
  readonly #closing = new AbortController();
  readonly #ended: Promise<unknown>;

  constructor() {
    const log = pino(
      { level: "debug" },
      {
        write: (line: string) => {
          const { from, event, to } = JSON.parse(line);
          if (from) this.transitions.push({ from, event, to });
        },
      },
    );
    const query: Database["query"] = async (statement) => {
      const text = typeof statement === "string" ? statement : statement.text;
      if (this.#leaseFailure && text.includes("view_leases")) throw this.#leaseFailure;
      return database.query(statement);
    };
    const { promise } = this.batch;
    const feed: Feed = {
      start: BEGIN,
      head: async () => HEAD,
      async *subscribe({ signal }: Subscription) {
        const isOver = signal.aborted ? Promise.resolve() : once(signal, "abort");
        const batch = await Promise.race([promise, isOver.then(() => undefined)]);
        if (batch) yield batch;
        await isOver;
      },
    };
    const follower = {
      start: () => this.preparation.promise,
      hasReached: async () => true,
      ...{ written: () => undefined, forget: () => undefined, committed: () => undefined },
      ...{ health: () => undefined, close: async () => undefined },
    };
    this.#ended = runBuild(facilitiesView, {
      ...{ database: { ...database, query }, feed, log, follower, creates: true, isSkipped: async () => false },
      metrics: projectorMetrics(new Registry())(facilities),
      signal: this.#closing.signal,
      lease: { holder: randomUUID(), durationMs: 300 },
    });
    onTestFinished(async () => {
      this.abort();
      this.preparation.pull();
      await this.#ended;
    });
  }

  abort(): void {
    this.#closing.abort();
  }

  failLease(error: Error): void {
    this.#leaseFailure = error;
  }

  deliver(): void {
    this.batch.pull({ events: [], position: HEAD });
  }

  async until(state: RunnerState): Promise<void> {
    if (state !== "preparing") await vi.waitFor(() => expect(this.transitions.at(-1)?.to).toBe(state), 10_000);
  }
}

const OTHER = randomUUID();

async function takeLease(): Promise<void> {
  await database.query({
    text: `insert into view_leases values ($1, $2, $3, clock_timestamp() + interval '4 min')
      on conflict (name, version) do update set holder = excluded.holder, expires = excluded.expires`,
    values: [facilities.name, facilities.version, OTHER],
  });
}

async function freeLease(): Promise<void> {
  await database.query({ text: "delete from view_leases where holder = $1", values: [OTHER] });
}

async function register(state: BuildState, isBuilt = state === "live"): Promise<void> {
  await createBuild(database, facilities, BEGIN);
  await database.query({
    text: `update view_builds set state = $1, built_at = case when $2::boolean then now() end`,
    values: [state, isBuilt],
  });
}

const unregister = () => database.query("delete from view_builds");

function prepared(): Scene {
  const scene = new Scene();
  scene.preparation.pull();
  return scene;
}

/** How a runner gets into each state that is not an end. */
const ways = {
  preparing: async () => new Scene(),
  waiting: () => takeLease().then(prepared),
  halted: () => register("stopped").then(prepared),
  building: () => register("building").then(prepared),
  live: () => register("live").then(prepared),
};

type Case = readonly [from: keyof typeof ways, event: RunnerEvent, cause: (scene: Scene) => unknown];

const whileFollowed = (["halted", "building", "live"] as const).flatMap((from): Case[] => [
  [from, "released", takeLease],
  [from, "interrupted", ({ batch }) => batch.fail(new EventStoreUnavailable("away"))],
  [from, "failed", ({ batch }) => batch.fail(new TypeError("unexpected"))],
  [from, "gone", ({ batch }) => unregister().then(() => batch.fail(new LogEndsBefore(BEGIN)))],
  [from, "aborted", (scene) => scene.abort()],
]);

const cases: readonly Case[] = [
  ["preparing", "prepared", ({ preparation }) => preparation.pull()],
  ["preparing", "interrupted", ({ preparation }) => preparation.fail(new DatabaseUnavailable("away"))],
  ["preparing", "failed", ({ preparation }) => preparation.fail(new TypeError("unexpected"))],
  ["preparing", "gone", ({ preparation }) => preparation.fail(new BuildGone("dropped"))],
  [
    "preparing",
    "aborted",
    (scene) => {
      scene.abort();
      scene.preparation.pull();
    },
  ],
  ["waiting", "building", freeLease],
  ["waiting", "live", () => register("live").then(freeLease)],
  ["waiting", "stopped", () => register("stopped").then(freeLease)],
  ["waiting", "interrupted", (scene) => scene.failLease(new DatabaseUnavailable("away"))],
  ["waiting", "failed", (scene) => scene.failLease(new TypeError("unexpected"))],
  ["waiting", "gone", () => unregister().then(freeLease)],
  ["waiting", "aborted", (scene) => scene.abort()],
  ["halted", "building", (scene) => scene.deliver()],
  ["halted", "live", (scene) => register("stopped", true).then(() => scene.deliver())],
  ["building", "live", (scene) => scene.deliver()],
  ...whileFollowed,
];

test("each transition of the table has a case here", () => {
  const named = Object.entries(TRANSITIONS).flatMap(([from, next]) =>
    Object.keys(next).map((event) => `${from} ${event}`),
  );
  expect(cases.map(([from, event]) => `${from} ${event}`).sort()).toEqual(named.sort());
});

test.each(cases)("a runner that is %s and then %s goes on as the table says", async (from, event, cause) => {
  const scene = await ways[from]();
  await scene.until(from);
  await cause(scene);
  const expected = { from, event, to: nextState(from, event) };
  await vi.waitFor(() => expect(scene.transitions).toContainEqual(expected), 10_000);
});

test("what can't happen in a state is refused", () => {
  expect(() => nextState("live", "prepared")).toThrow("a build's runner that is live can't be prepared");
  expect(() => nextState("stopped", "released")).toThrow("a build's runner that is stopped can't be released");
});
