import type { IncomingHttpHeaders } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BodyRequest, linesOf, sendsLines } from "./lines.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const place = { takenBack: new AbortController().signal, noteLines: () => undefined };

/** A request whose body is written by hand. */
function incoming(headers: IncomingHttpHeaders = {}) {
  return Object.assign(new PassThrough(), { headers, complete: true });
}

/** A request whose body comes in these pieces. */
function arriving(pieces: readonly string[]): BodyRequest {
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  return Object.assign(stream, { headers: {}, complete: true });
}

async function textOf(request: BodyRequest, maxLineBytes = 1000): Promise<string[]> {
  const runs: string[] = [];
  for await (const run of linesOf(request, { place, maxLineBytes })) runs.push(Buffer.from(run).toString());
  return runs;
}

test.each([
  ["application/x-ndjson", true],
  ["Application/X-NDJSON; charset=utf-8", true],
  ["application/ndjson", true],
  ["application/json", false],
  [undefined, false],
])("%s sends lines: %s", (type, expected) => {
  expect(sendsLines(incoming(type === undefined ? {} : { "content-type": type }))).toBe(expected);
});

test("lines come whole and in order, wherever the pieces end", async () => {
  const pieces = fc.array(fc.constantFrom("a", "bc", "\n", "d\ne", "\n\n", "f\n"), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(pieces, async (written) => {
      const runs = await textOf(arriving(written));
      expect(runs.join("")).toBe(written.join(""));
      for (const run of runs.slice(0, -1)) expect(run.endsWith("\n")).toBe(true);
    }),
  );
});

test("a large body comes in runs of bounded size", async () => {
  const runs = await textOf(arriving(Array(3000).fill(`${"x".repeat(999)}\n`)));
  const sizes = runs.map(({ length }) => length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3_000_000);
  expect(sizes.length).toBeGreaterThan(3);
  expect(Math.max(...sizes)).toBeLessThan(700_000);
});

test("only the beginning of a line that is too long is kept", async () => {
  const runs = await textOf(arriving(["first\n", ...Array(50).fill("y".repeat(100)), "\nlast"]), 1000);
  const lines = runs.join("").split("\n");
  expect(lines.map(({ length }) => length)).toEqual([5, 1100, 4]);
});

test("a line that comes byte by byte takes the memory of its bytes, not that of its pieces", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const pieces: WeakRef<Buffer>[] = [];
  async function* bytes() {
    for (let at = 0; at < 1000; at++) {
      const piece = Buffer.from("z");
      pieces.push(new WeakRef(piece));
      yield piece;
    }
    await turn();
    collect();
    expect(pieces.filter((piece) => piece.deref()).length).toBeLessThan(100);
  }
  const request = Object.assign(Readable.from(bytes()), { headers: {}, complete: true });
  expect(await textOf(request, 2000)).toEqual(["z".repeat(1000)]);
});

test("whole lines are handed out before the next one is complete", async () => {
  const request = incoming();
  const runs = linesOf(request, { place, maxLineBytes: 1000 });
  request.write("one\ntwo\nthr");
  const waiting = runs.next();
  await vi.advanceTimersByTimeAsync(500);
  const first = await waiting;
  expect(Buffer.from(first.value ?? []).toString()).toBe("one\ntwo\n");
  request.end("ee");
  const second = await runs.next();
  expect(Buffer.from(second.value ?? []).toString()).toBe("three");
  expect((await runs.next()).done).toBe(true);
});

test("a body that stops coming is ended, after its whole lines", async () => {
  const request = incoming();
  request.write("one\ntw");
  const runs = linesOf(request, { place, maxLineBytes: 1000 });
  const first = runs.next();
  await vi.advanceTimersByTimeAsync(500);
  expect(Buffer.from((await first).value ?? []).toString()).toBe("one\n");
  const ended = expect(runs.next()).rejects.toMatchObject({ code: "upload-incomplete", status: 408 });
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
});

test("a body whose place is needed is ended after its whole lines, also while the reader waits for more", async () => {
  const needed = new AbortController();
  const taken = { ...place, takenBack: needed.signal };
  const requests = [incoming(), incoming()];
  const [early, late] = requests.map((request) => linesOf(request, { place: taken, maxLineBytes: 1000 }));
  for (const request of requests) request.write("one\ntw");
  const first = early?.next();
  await vi.advanceTimersByTimeAsync(500);
  expect(Buffer.from((await first)?.value ?? []).toString()).toBe("one\n");
  const waiting = early?.next();
  needed.abort();
  await expect(waiting).rejects.toMatchObject({
    ...{ code: "upload-incomplete", status: 408 },
    message: expect.stringContaining(
      "ended early: its place was needed for another provider. What came before is stored",
    ),
  });
  await expect(late?.next()).rejects.toMatchObject({ code: "upload-incomplete" });
  expect(requests.some(({ destroyed }) => destroyed)).toBe(false);
});

test("whole lines are noted as they come, and when the reader asks for the next ones", async () => {
  const noteLines = vi.fn();
  const request = incoming();
  const runs = linesOf(request, { place: { ...place, noteLines }, maxLineBytes: 1000 });
  const first = runs.next();
  request.write("on");
  await turn();
  expect(noteLines).toHaveBeenCalledTimes(0);
  request.write("e\n");
  await vi.advanceTimersByTimeAsync(500);
  await first;
  expect(noteLines).toHaveBeenCalledTimes(1);
  const rest = runs.next();
  await turn();
  expect(noteLines).toHaveBeenCalledTimes(2);
  request.end("tw");
  await rest;
  expect(noteLines).toHaveBeenCalledTimes(2);
});
