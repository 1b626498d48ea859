import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_HELD_ANSWERS_BYTES, MAX_PAUSED_MS } from "../../../../contracts/search-limits.ts";
import { Reader } from "../../../admission/reader.ts";
import { SearchUnavailable } from "../../port.ts";
import { HeldAnswers } from "./held-answers.ts";

const THIRD = MAX_HELD_ANSWERS_BYTES / 3;

let cut: string[];
let held: HeldAnswers;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  cut = [];
  held = new HeldAnswers();
});
afterEach(() => void vi.useRealTimers());

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("an answer");
}

/** A reader that has one piece of an answer and lets the others wait. */
async function reader(name: string): Promise<Reader> {
  const made = new Reader(() => cut.push(name));
  await made.watched(pieces()).next();
  return made;
}

test("if there is no room for an answer, the one paused longest is cut", async () => {
  for (const name of ["a", "b", "c"]) {
    held.add(await reader(name), THIRD);
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(MAX_PAUSED_MS);
  held.add(await reader("d"), THIRD);
  expect(cut).toEqual(["a"]);
});

test("as many answers are cut as necessary", async () => {
  for (const name of ["a", "b", "c"]) held.add(await reader(name), THIRD);
  vi.advanceTimersByTime(MAX_PAUSED_MS + 1);
  held.add(await reader("d"), 2 * THIRD);
  expect(cut).toEqual(["a", "b"]);
});

test("answers not paused for long are not cut: the new one is refused", async () => {
  for (const name of ["a", "b", "c"]) held.add(await reader(name), THIRD);
  const another = await reader("d");
  expect(() => held.add(another, THIRD)).toThrow(SearchUnavailable);
  expect(cut).toEqual([]);
});

test("answers that have ended make room, and small ones need none", async () => {
  const ended = await reader("a");
  held.add(ended, MAX_HELD_ANSWERS_BYTES);
  held.add(await reader("b"), 100_000);
  held.release(ended);
  held.add(await reader("c"), MAX_HELD_ANSWERS_BYTES);
  expect(cut).toEqual([]);
});
