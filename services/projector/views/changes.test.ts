import { expect, test } from "vitest";
import { EventUnreadable } from "../../../contracts/events.ts";
import type { RecordedEvent } from "../../../platform/event-store/port.ts";
import { added, deleted, facilityAdded, facilityDeleted, record, ScriptedLog } from "../../../test/scripted-log.ts";
import { facilityChange, recordChange } from "./changes.ts";

function stored(event: ReturnType<typeof added>, over: Partial<RecordedEvent> = {}): RecordedEvent {
  const log = new ScriptedLog();
  log.append({ ...event, ...over });
  return log.events[0] ?? expect.unreachable();
}

function containing(type: string, data: string): RecordedEvent {
  return stored(deleted("a"), { type, data: Buffer.from(data) });
}

test("a record's facility is found at its place, if it names one", () => {
  const change = recordChange(stored(added(record("a", { facility: { name: "é", identifier: "0lym" } }))));
  if (change.type !== "added" || !change.facility) return expect.unreachable();
  const { identifier, span } = change.facility;
  expect(identifier).toBe("0lym");
  expect(change.document.subarray(span.start, span.end).toString()).toBe('{"name":"é","identifier":"0lym"}');
  for (const facility of [null, undefined, {}]) {
    expect(recordChange(stored(added(record("a", { facility }))))).toMatchObject({ pid: "a", facility: undefined });
  }
});

test("a record's sets are those of its provider and of what it says of itself", () => {
  const setsOf = (members: Readonly<Record<string, unknown>>) => {
    const change = recordChange(stored(added(record("a", members), "finland")));
    return change.type === "added" ? JSON.parse(change.sets) : expect.unreachable();
  };
  const members = {
    dataset_metadata: { repository: { repository_id: "CLU" } },
    product_type: "model",
    facility: { identifier: "0lym" },
    variables: [
      { framework: [{ framework: "ACTRIS" }, { framework: "EMEP" }] },
      { framework: [{ framework: "EMEP" }] },
    ],
  };
  const named = ["repository:CLU", "framework:ACTRIS", "framework:EMEP", "type:model", "facility:0lym"];
  expect(setsOf(members)).toEqual(["provider:finland", ...named]);
  const absent = { dataset_metadata: null, product_type: null, facility: null, variables: null };
  for (const each of [absent, {}]) expect(setsOf(each)).toEqual(["provider:finland"]);
});

test("deletions carry what they delete", () => {
  expect(recordChange(stored(deleted('q"é')))).toEqual({ type: "deleted", pid: 'q"é' });
  expect(facilityChange(stored(facilityDeleted("0lym")))).toEqual({ identifier: "0lym", document: undefined });
});

test("a facility's document is what was sent", () => {
  const { document } = facilityChange(stored(facilityAdded({ identifier: "0lym", name: "Jülich" })));
  expect(document?.toString()).toBe('{"identifier":"0lym","name":"Jülich"}');
});

test.each([
  ["no JSON", containing("MetadataAdded", '{"record":{}')],
  ["no record", containing("MetadataAdded", "{}")],
  ["no PID", containing("MetadataAdded", '{"record":{"identification":{}}}')],
  ["a PID that is no string", containing("MetadataDeleted", '{"pid":7}')],
  ["a facility without identifier", containing("FacilityAdded", '{"facility":{}}')],
  ["a version that is newer than this code", stored(deleted("a"), { schemaVersion: 99 })],
])("an event with %s can't be read", (_, event) => {
  const read = event.type.startsWith("Facility") ? facilityChange : recordChange;
  expect(() => read(event)).toThrow(EventUnreadable);
});
