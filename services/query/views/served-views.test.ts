import { EventEmitter } from "node:events";
import type { Response } from "express";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { facilities } from "../../../contracts/views/facilities.ts";
import { positionOf } from "../../../test/position.ts";
import { type Content, ServedViews } from "./served-views.ts";

class FakeContent implements Content {
  readonly schema: string;
  readonly #ready: Promise<void>;
  becomeReady: () => void = () => undefined;
  isClosed = false;
  position = positionOf("p1");

  constructor(schema: string) {
    this.schema = schema;
    this.#ready = new Promise((resolve) => {
      this.becomeReady = resolve;
    });
  }

  ready = () => this.#ready;
  shows = vi.fn(() => [this.position]);

  async close(): Promise<void> {
    this.isClosed = true;
    this.becomeReady();
  }
}

const [FACILITIES_1, FACILITIES_2] = [facilities.schema, facilities.build(2).schema];

let generation: number | undefined;
let opened: FakeContent[];
let failures: number;
let warned: string[];
let changed: () => void;
let served: ServedViews<readonly [typeof facilities], FakeContent>;
beforeEach(() => {
  generation = undefined;
  opened = [];
  failures = 0;
  warned = [];
  served = new ServedViews<readonly [typeof facilities], FakeContent>({
    views: [facilities],
    components: ["facilities"],
    health: ({ schema }) => ({ facilities: { state: "up", schema } }),
    open: async ([build]) => {
      if (failures-- > 0) throw new Error("no database");
      const content = new FakeContent(build.schema);
      opened.push(content);
      return content;
    },
    builds: {
      newest: (view) => (generation === undefined ? undefined : view.build(generation)),
      of: () => [],
      nextGeneration: () => 1,
      progress: ({ name, version }) => ({ view: name, version, done: 0.25, secondsLeft: 300 }),
      areMade: () => false,
      onChange: (listener) => {
        changed = listener;
        return () => undefined;
      },
      close: async () => undefined,
    },
    log: pino({ level: "warn" }, { write: (line: string) => void warned.push(line) }),
  });
  served.start();
  onTestFinished(() => served.close());
});

function complete(next: number | undefined): void {
  generation = next;
  changed();
}

const opens = (schema: string) => vi.waitFor(() => expect(opened.at(-1)?.schema).toBe(schema), 20_000);
const serves = (schema: string) => vi.waitFor(() => expect(served.current().schema).toBe(schema), 5_000);
// Only the members of a response that are used.
const response = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as Response;

test("without a complete build there is a problem that says how far it is", async () => {
  const headers = { "Retry-After": "60" };
  const building = [{ view: "facilities", version: facilities.version, done: 0.25, secondsLeft: 300 }];
  const problem = { code: "view-building", options: { headers, members: { building } } };
  expect(() => served.current()).toThrow(expect.objectContaining(problem));
  expect(await served.health()).toMatchObject({ facilities: { state: "down", building } });
});

test("the first build is served at once, since there is nothing else", async () => {
  complete(1);
  await serves(FACILITIES_1);
  expect(await served.health()).toEqual({ facilities: { state: "up", schema: FACILITIES_1 } });
});

test("an outage is warned of once, not at each attempt", async () => {
  failures = 5;
  generation = 1;
  for (let attempt = 0; attempt < 5; attempt++) {
    changed();
    await vi.waitFor(() => expect(failures).toBe(4 - attempt), { timeout: 5_000, interval: 1 });
  }
  expect(warned).toHaveLength(1);
  expect(warned[0]).toContain("no database");
});

test("a newer build is served once it can be read, and the older one is closed", async () => {
  complete(1);
  await serves(FACILITIES_1);
  complete(2);
  await opens(FACILITIES_2);
  expect(served.current().schema).toBe(FACILITIES_1);
  opened[1]?.becomeReady();
  await serves(FACILITIES_2);
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

test("readers are not taken back: a newer build is served once it shows as much as the older one", async () => {
  complete(1);
  await serves(FACILITIES_1);
  for (const content of opened) content.position = positionOf("p3");
  complete(2);
  await opens(FACILITIES_2);
  opened[1]?.becomeReady();
  await vi.waitFor(() => expect(opened[1]?.shows.mock.calls.length).toBeGreaterThan(3), 5_000);
  expect(served.current().schema).toBe(FACILITIES_1);
  for (const content of opened) content.position = positionOf("p4");
  await serves(FACILITIES_2);
});

test("a newer build that disappears before it could be read is closed", async () => {
  complete(1);
  await serves(FACILITIES_1);
  complete(2);
  await opens(FACILITIES_2);
  complete(1);
  await vi.waitFor(() => expect(opened[1]?.isClosed).toBe(true), 5_000);
  expect(served.current().schema).toBe(FACILITIES_1);
});

test("answers end on the build that they began with", async () => {
  complete(1);
  await serves(FACILITIES_1);
  const [first, second] = [response(), response()];
  expect([first, second].map((each) => served.use(each).schema)).toEqual([FACILITIES_1, FACILITIES_1]);
  complete(2);
  await opens(FACILITIES_2);
  opened[1]?.becomeReady();
  await serves(FACILITIES_2);
  first.emit("close");
  expect(opened[0]?.isClosed).toBe(false);
  second.emit("close");
  expect(opened[0]?.isClosed).toBe(true);
});

test("when the build disappears and no other one is complete, reads are refused", async () => {
  complete(1);
  await serves(FACILITIES_1);
  complete(undefined);
  await vi.waitFor(() => expect(() => served.current()).toThrow(), 20_000);
  expect(opened[0]?.isClosed).toBe(true);
});

test("opening is tried again after a failure", async () => {
  failures = 1;
  complete(1);
  await serves(FACILITIES_1);
});

test("closing does not wait for content that is not ready", async () => {
  complete(1);
  await serves(FACILITIES_1);
  complete(2);
  await opens(FACILITIES_2);
  await served.close();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});
