import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { facilityStream } from "../../../contracts/events.ts";
import { openPostgresEventStore } from "../../../platform/event-store/postgres/store.ts";
import { databaseUntil } from "../../../test/postgres.ts";
import { openAccounts } from "../accounts/accounts.ts";
import { checkLog, importLog } from "./import-log.ts";
import { BadLine } from "./lines.ts";

type Line = Record<string, unknown>;

let made = 0;
/** A line of an event that adds a facility, with other members where they are given. */
const event = ({ meta, ...members }: Line = {}): Line => {
  const identifier = `F${++made}`;
  return {
    event_id: `00000000-0000-5000-8000-${String(made).padStart(12, "0")}`,
    stream: facilityStream(identifier),
    revision: 0,
    type: "FacilityAdded",
    schema_version: 1,
    time: "2026-01-01T00:00:00.000Z",
    data: { facility: { identifier } },
    meta: { actor: "anna", provider: "nilu", correlationId: "c", ...(meta as Line | undefined) },
    ...members,
  };
};
const station = (members: Line): Line =>
  event({ type: "StationAdded", stream: "station-1", data: { station: { id: 1, name: "Alnabru", ...members } } });
const HASH = "$argon2id$v=19$m=19456,t=2,p=1$FphwukpXJf0TvqWKnRoGWw$+QmCcfbtFiWqFmFPR9JW+c9Ko1O1WtgainieJ7QqXEU";
const account = (members: Line = {}): Line => ({
  ...{ kind: "account", name: "anna", provider: "nilu", roles: ["metadata_provider"], password_hash: HASH },
  ...{ disabled: false, token_generation: 0, created_at: "2026-01-01T00:00:00.000000Z", ...members },
});
const sequence = (members: Line = {}): Line => ({ kind: "sequence", name: "station_ids", value: 1, ...members });

/** An export of these lines with a valid closing line, which anybody can make. */
function exportOf(lines: readonly (Line | Buffer)[], closing: Line = {}): Buffer {
  const bytes = Buffer.concat(
    lines.map((line) =>
      Buffer.concat([Buffer.isBuffer(line) ? line : Buffer.from(JSON.stringify(line)), Buffer.from("\n")]),
    ),
  );
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return Buffer.concat([bytes, Buffer.from(`${JSON.stringify({ count: lines.length, sha256, ...closing })}\n`)]);
}

async function* inOnePiece(bytes: Buffer) {
  yield bytes;
}

const options = { isChanged: false, actor: "operator:anna" };

async function emptySystem() {
  const database = await databaseUntil(onTestFinished);
  const eventStore = await openPostgresEventStore(database);
  onTestFinished(() => eventStore.close());
  return { database, eventStore };
}

test("valid lines are imported", async () => {
  const lines = [event(), event(), station({}), account(), account({ name: "bo" }), sequence()];
  await checkLog(inOnePiece(exportOf(lines)), false);
  const engines = await emptySystem();
  expect(await importLog(inOnePiece(exportOf(lines)), engines, options)).toEqual({ events: 3, accounts: 2 });
});

const twice = event();
const hash = (parameters: string) => account({ password_hash: HASH.replace("m=19456,t=2,p=1", parameters) });
const notUtf8 = Buffer.from(JSON.stringify(event()).replace("FacilityAdded", "Facility\u00c5dded"), "latin1");
const dataNotUtf8 = Buffer.from(
  JSON.stringify(event()).replace('"identifier"', '"name":"\u00c5","identifier"'),
  "latin1",
);
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

test.each<[string, readonly (Line | Buffer)[], RegExp]>([
  [
    "an event of an id that another one has",
    [twice, event({ event_id: twice["event_id"] })],
    /Line 2 is a second event of the id/,
  ],
  ["an event twice", [twice, event(), twice], /Line 3 is a second event of the id/],
  [
    "an id in other letters",
    [
      event({ event_id: "ABCDEFAB-0000-5000-8000-000000000000" }),
      event({ event_id: "abcdefab-0000-5000-8000-000000000000" }),
    ],
    /Line 2/,
  ],
  ["an unknown type", [event({ type: "FacilityRazed" })], /which this release does not know/],
  ["a type that every object has", [event({ type: "constructor" })], /which this release does not know/],
  ["data of another shape", [event({ data: { facility: 7 } })], /can't be read/],
  ["data that are none", [event({ data: null })], /can't be read/],
  ["a station without a name", [station({ name: undefined })], /can't be read/],
  ["a station of an id that no sequence gives", [station({ id: 2 ** 31 })], /can't be read/],
  [
    "data with U+0000",
    [event({ data: { facility: { identifier: "F", name: "a\0b" } } })],
    /\/data\/facility\/name .* holds U\+0000/,
  ],
  [
    "data with half a character",
    [event({ data: { facility: { identifier: "F", name: "\ud800" } } })],
    /unpaired surrogate/,
  ],
  [
    "data that are nested without end",
    [event({ data: { facility: { identifier: "F", deep: nested(200) } } })],
    /nested deeper/,
  ],
  ["data that are not UTF-8", [dataNotUtf8], /can't be read/],
  ["a line that is not UTF-8", [notUtf8], /which this release does not know/],
  ["a stream with U+0000", [event({ stream: "facility-\0" })], /\/stream .* holds U\+0000/],
  [
    "a stream without end",
    [
      event({
        stream: facilityStream(Array.from({ length: 500 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join("")),
      }),
    ],
    /at most 1024 bytes/,
  ],
  ["an actor with a control character", [event({ meta: { actor: "\u001b[2Janna" } })], /U\+001B/],
  ["a provider that changes the direction of text", [event({ meta: { provider: "nilu\u202e" } })], /U\+202E/],
  ["a correlation id with U+0000", [event({ meta: { correlationId: "\0" } })], /holds U\+0000/],
  ["a time that is none", [event({ time: "yesterday" })], /time/],
  ["an account's name with a control character", [account({ name: "an\u009bna" })], /U\+009B/],
  ["an account's name that is empty", [account({ name: "" })], /1 to 128/],
  ["an account's name without end", [account({ name: "x".repeat(1e6) })], /1 to 128/],
  ["a provider's name with a line end", [account({ provider: "ni\nlu" })], /U\+000A/],
  [
    "an account that looks like another",
    [account({ name: "Anna" }), account()],
    /Line 2: the account anna looks like the account Anna; rename it/,
  ],
  [
    "an account that looks like another in Cyrillic",
    [account(), account({ name: "ann\u0430" })],
    / looks like the account anna/,
  ],
  ["an unknown role", [account({ roles: ["king"] })], /role that this release does not know/],
  ["roles without end", [account({ roles: Array(101).fill("metadata_admin") })], /roles/],
  ["a hash of gigabytes", [hash("m=6815744,t=2,p=1")], /at most 65536 KiB/],
  ["a hash of hours", [hash("m=19456,t=100000,p=1")], /5 passes/],
  ["a hash of many lanes", [hash("m=19456,t=2,p=255")], /4 lanes/],
  ["a hash that can't be compared with", [hash("m=7,t=2,p=1")], /Argon2/],
  ["an account of the year 0", [account({ created_at: "0000-01-01T00:00:00Z" })], /year 1/],
  ["an account of no time", [account({ created_at: "2026-02-30T00:00:00Z" })], /created_at/],
  ["a generation that later changes would exceed", [account({ token_generation: 2 ** 31 - 1 })], /token_generation/],
  ["a member that accounts do not have", [account({ admin: true })], /admin/],
  ["an unknown sequence", [sequence({ name: "ids" })], /no sequence ids/],
  ["a sequence twice", [sequence(), sequence()], /out of order/],
  ["an id that no sequence gives", [sequence({ value: 2 ** 31 })], /value/],
  ["an id below any", [sequence({ value: -1 })], /value/],
  ["a line of an unknown kind", [{ kind: "key", id: "k" }], /Line 1 is not that of an exported log/],
  ["a line that is no object", [Buffer.from("[]")], /Line 1/],
  ["an empty line", [Buffer.from("")], /Line 1 .*not JSON/],
])("%s is refused before anything is stored, with a reason", async (_, lines, reason) => {
  const bytes = exportOf(lines);
  for (const isChanged of [false, true]) {
    // Edited lines may be in another order: the last of one sequence is the greatest.
    if (isChanged && reason.source === "out of order") continue;
    await expect(checkLog(inOnePiece(bytes), isChanged)).rejects.toThrow(BadLine);
    await expect(checkLog(inOnePiece(bytes), isChanged)).rejects.toThrow(reason);
  }
});

test.each<[string, Line, RegExp]>([
  ["no number", { count: "2" }, /at count/],
  ["another number", { count: 3 }, /counts 3 lines; there are 2/],
  ["no hash", { sha256: "" }, /at sha256/],
  ["another hash", { sha256: "0".repeat(64) }, /SHA-256/],
  ["something else too", { more: 1 }, /more/],
])("a last line with %s is refused", async (_, closing, reason) => {
  await expect(checkLog(inOnePiece(exportOf([event(), account()], closing)), false)).rejects.toThrow(reason);
});

test("an account that looks like one of the system is refused; the same name is the same account", async () => {
  const engines = await emptySystem();
  const accounts = await openAccounts(engines.database);
  await accounts.add({ name: "admin", provider: "airlog", roles: [] }, "correct horse battery");
  const importing = (name: string) => importLog(inOnePiece(exportOf([event(), account({ name })])), engines, options);
  await expect(importing("Admin")).rejects.toThrow(/In this system the account Admin looks like the account admin;/);
  expect((await accounts.list()).map(({ name }) => name)).toEqual(["admin"]);
});
