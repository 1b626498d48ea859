import { expect, test } from "vitest";
import { failureOf } from "../../test/failure.ts";
import { BadPage, readPage } from "./page.ts";

const CHANGE = {
  specversion: "1.0",
  type: "airlog.station.changed",
  subject: "3",
  position: "0123456789ab.00000000000000000000000000000001",
};
const changed = `${JSON.stringify(CHANGE).slice(0, -1)},"data": {"id": 3, "altitude": 1.0}}`;
const deleted = JSON.stringify({ ...CHANGE, type: "airlog.record.deleted", subject: "a" });
const last = JSON.stringify({ next: "n", more: true, asOf: "2026-11-26T20:00:00Z" });

/** The text in pieces of so many bytes. */
async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each([1, 7, 10_000])("a page that comes in pieces of %i bytes is read, contents as they came", async (size) => {
  const page = await readPage(pieces(`${changed}\n${deleted}\n${last}\n`, size));
  expect(page).toMatchObject({ next: "n", more: true, asOf: "2026-11-26T20:00:00Z" });
  expect(page.changes).toMatchObject([
    { kind: "station", isDeleted: false, subject: "3" },
    { kind: "record", isDeleted: true, subject: "a", data: undefined },
  ]);
  expect(`${page.changes[0]?.data}`).toBe('{"id": 3, "altitude": 1.0}');
  expect(page.changes.map(({ line }) => `${line}`)).toEqual([changed, deleted]);
});

test.each([
  ["nothing", "", "cut off"],
  ["no last line", `${changed}\n`, "cut off"],
  ["a last line without its end", `${changed}\n${last}`, "cut off"],
  ["a line after the last one", `${last}\n${changed}\n`, "follows the last one"],
  ["a line that is not JSON", `{"a\n${last}\n`, "not JSON"],
  ["a line that is something else", `{"a":1}\n${last}\n`, "neither a change nor the last one"],
  ["a change without content", `${JSON.stringify(CHANGE)}\n${last}\n`, "without its content"],
])("a page with %s is none", async (_, text, reason) => {
  expect((await failureOf(BadPage, readPage(pieces(text, 100)))).message).toContain(reason);
});

test("a page that never ends is given up at its bound", async () => {
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.alloc(1024, "x");
  };
  const failure = await failureOf(BadPage, readPage(endless(), 10_240));
  expect(failure.message).toBe("the page has more than 10240 bytes");
});
