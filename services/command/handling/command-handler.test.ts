import { v5 } from "uuid";
import { expect, test } from "vitest";
import type { AppendResult, EventHead, EventStore, StreamAppend } from "../../../platform/event-store/port.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { positionOf } from "../../../test/position.ts";
import { type Aggregate, encodeSent } from "./aggregate.ts";
import { type CommandMetadata, handle, type Step } from "./command-handler.ts";
import { accept, type Content, type EventSummary, reject } from "./decider.ts";
import { eventId, nameBasedUuid } from "./event-id.ts";

const metadata: CommandMetadata = { time: "2024-05-01T12:00:00Z", actor: "anna", provider: "nilu", correlationId: "c" };

function head(place: string, revision: number, content: string, meta: Partial<EventHead["meta"]> = {}): EventHead {
  return {
    position: positionOf(place),
    revision,
    id: "id",
    type: "MetadataAdded",
    meta: { ...metadata, contentHash: content, ...meta },
  };
}

/** A note, which only its provider may replace. */
interface NoteCommand extends Content {
  readonly provider: string;
}

type Note = EventSummary<"MetadataAdded" | "MetadataDeleted">;

const notes: Aggregate<NoteCommand, Note, Note | undefined, "note-of-another"> = {
  decider: {
    initial: undefined,
    evolve: (_state, event) => event,
    decide: ({ provider, contentHash }, state) => {
      if (state && state.provider !== provider) return reject("note-of-another");
      return state?.contentHash === contentHash ? accept() : accept({ type: "MetadataAdded", provider, contentHash });
    },
  },
  types: { MetadataAdded: true, MetadataDeleted: true },
  decode: { from: "head", event: (summary) => summary },
  encode: encodeSent,
};

const add = (stream: string, content: string): Step<NoteCommand> => ({
  stream,
  command: { provider: "nilu", contentHash: content, data: Buffer.from("{}") },
});

/** A store that answers by a script: heads and results of appends, one set a round; the last round repeats. */
function scripted(rounds: readonly { heads?: Record<string, EventHead>; result?: AppendResult }[]) {
  const appended: (readonly StreamAppend[])[] = [];
  let loads = 0;
  const round = (index: number) => rounds[Math.min(index, rounds.length - 1)];
  const store = eventStoreWith({
    latest: async () => new Map(Object.entries(round(loads++)?.heads ?? {})),
    append: async (streams) => {
      appended.push(streams);
      return round(loads - 1)?.result ?? { outcome: "conflict" };
    },
  });
  return { store, appended, loads: () => loads };
}

const run = (
  store: EventStore,
  steps: readonly Step<NoteCommand>[],
  { atomic = true, ...context }: Partial<{ atomic: boolean; dryRun: boolean; metadata: CommandMetadata }> = {},
) =>
  handle(store, notes, steps, {
    context: { metadata, dryRun: false, appends: ["MetadataAdded"], versions: {}, ...context },
    atomic,
  });

test("steps are appended after the events of their streams, in one append", async () => {
  const { store, appended } = scripted([
    { heads: { b: head("5", 3, "old") }, result: { outcome: "appended", position: positionOf("9") } },
  ]);
  expect(await run(store, [add("a", "1"), add("b", "2")])).toEqual({
    outcome: "done",
    position: "9",
    rejections: new Map(),
  });
  expect(appended[0]?.map(({ stream, expected }) => [stream, expected])).toEqual([
    ["a", "no-stream"],
    ["b", 3],
  ]);
  expect(appended[0]?.[1]?.events[0]).toMatchObject({
    type: "MetadataAdded",
    schemaVersion: 1,
    meta: { ...metadata, contentHash: "2" },
  });
});

test("when nothing is appended, the answer has the position of the last event concerned", async () => {
  const { store, appended } = scripted([{ heads: { a: head("7", 0, "1"), b: head("5", 0, "2") } }]);
  expect(await run(store, [add("a", "1"), add("b", "2")])).toMatchObject({ position: "7" });
  expect(await run(scripted([{}]).store, [])).toMatchObject({ position: "0" });
  expect(appended).toEqual([]);
});

test("one rejection stops an atomic command, and only itself otherwise", async () => {
  const heads = { theirs: head("5", 0, "x", { provider: "fmi" }) };
  const rounds = [{ heads, result: { outcome: "appended", position: positionOf("9") } as const }];
  const steps = [add("mine", "1"), add("theirs", "2")];
  const whole = scripted(rounds);
  expect(await run(whole.store, steps)).toMatchObject({ rejections: new Map([[1, "note-of-another"]]) });
  expect(whole.appended).toEqual([]);
  const each = scripted(rounds);
  expect(await run(each.store, steps, { atomic: false })).toMatchObject({ position: "9" });
  expect(each.appended[0]?.map(({ stream }) => stream)).toEqual(["mine"]);
});

test("after a conflict, streams are loaded and steps decided again", async () => {
  const { store, appended, loads } = scripted([
    { result: { outcome: "conflict" } },
    { heads: { a: head("5", 0, "theirs") }, result: { outcome: "appended", position: positionOf("9") } },
  ]);
  expect(await run(store, [add("a", "1")])).toMatchObject({ outcome: "done", position: "9" });
  expect(loads()).toBe(2);
  expect(appended.map(([append]) => append?.expected)).toEqual(["no-stream", 0]);
});

test("repeated conflicts end in a failure", async () => {
  const { store, loads } = scripted([{ result: { outcome: "conflict" } }]);
  expect(await run(store, [add("a", "1")])).toEqual({ outcome: "contended" });
  expect(loads()).toBeLessThan(10);
});

test("a dry run decides and appends nothing", async () => {
  const { store, appended } = scripted([{}]);
  expect(await run(store, [add("a", "1")], { dryRun: true })).toMatchObject({ outcome: "done" });
  expect(appended).toEqual([]);
});

test("a command that was done already is not done again", async () => {
  const own = { ...metadata, causationId: "k" };
  const { store, appended } = scripted([
    { heads: { a: head("5", 0, "other", { provider: "fmi", causationId: "k" }) } },
  ]);
  expect(await run(store, [add("a", "1")], { metadata: own })).toMatchObject({ position: "5", rejections: new Map() });
  expect(appended).toEqual([]);
});

test("an event that the route does not declare is not appended", async () => {
  const { store, appended } = scripted([{}]);
  const context = { metadata, dryRun: false, appends: ["MetadataDeleted"] as const, versions: {} };
  const handled = handle(store, notes, [add("a", "1")], { context, atomic: true });
  await expect(handled).rejects.toThrow("the route does not declare that it appends MetadataAdded");
  expect(appended).toEqual([]);
});

test("a retry gives the same event id, another revision, content or stream another one", () => {
  const id = eventId("a", 3, "MetadataAdded", "x");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(eventId("a", 3, "MetadataAdded", "x")).toBe(id);
  const others = [
    eventId("b", 3, "MetadataAdded", "x"),
    eventId("a", 4, "MetadataAdded", "x"),
    eventId("a", "no-stream", "MetadataAdded", "x"),
    eventId("a", 3, "MetadataDeleted", "x"),
    eventId("a", 3, "MetadataAdded", "y"),
  ];
  expect(new Set([id, ...others]).size).toBe(6);
});

test("names become UUIDs as RFC 9562 says", () => {
  for (let index = 0; index < 100; index++) {
    expect(nameBasedUuid(`name ${index}`)).toBe(v5(`name ${index}`, "5e9d3f7c-0b4a-4c0f-9a6e-1d2c3b4a5f60"));
  }
});
