import { expect, test } from "vitest";
import { Silence } from "./silence.ts";

/** The results of so many pings in a row. */
const pings = (silence: Silence, count: number) => Array.from({ length: count }, () => silence.ping());

test("two unanswered pings are a silence, eight a loss", () => {
  const silence = new Silence();
  silence.heard();
  expect(pings(silence, 9)).toEqual(["answers", "answers", ...Array(6).fill("silent"), "lost"]);
});

test("an answer ends a silence", () => {
  const silence = new Silence();
  silence.heard();
  pings(silence, 8);
  silence.heard();
  expect(pings(silence, 3)).toEqual(["answers", "answers", "silent"]);
});

test("a start may take a minute", () => {
  expect(pings(new Silence(), 61)).toEqual([...Array(60).fill("answers"), "lost"]);
});
