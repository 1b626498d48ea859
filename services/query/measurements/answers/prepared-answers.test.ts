import { beforeEach, expect, test } from "vitest";
import { PreparedContent } from "../../http/prepared-content.ts";
import { earliest, PreparedAnswers } from "./prepared-answers.ts";

let version: number;
let now: number;
let answers: PreparedAnswers;
let made: string[];

beforeEach(() => {
  version = 1;
  now = 1_000;
  made = [];
  answers = new PreparedAnswers(
    () => version,
    () => new Date(now),
  );
});

const get = (text: string, until = Number.POSITIVE_INFINITY, size = 10, isFiltered = false) =>
  answers.get({ text, isFiltered }, () => {
    made.push(text);
    return { content: new PreparedContent("x".repeat(size), "text/plain"), until };
  });

test("an answer is made once, while nothing changes", () => {
  expect(get("a")).toBe(get("a"));
  get("b");
  expect(made).toEqual(["a", "b"]);
});

test("a change makes every answer anew", () => {
  get("a");
  version = 2;
  get("a");
  expect(made).toEqual(["a", "a"]);
});

test("an answer is valid before its end, and no longer at it", () => {
  get("a", 2_000);
  now = 1_999;
  get("a", 2_000);
  expect(made).toEqual(["a"]);
  now = 2_000;
  get("a", 3_000);
  get("a", 3_000);
  expect(made).toEqual(["a", "a"]);
});

test("an answer that was made before the clock was set back is made anew", () => {
  now = 2_000;
  get("a", 3_000);
  now = 1_000;
  get("a", 2_000);
  expect(made).toEqual(["a", "a"]);
});

test("a failure to make an answer is thrown, and nothing is kept of it", () => {
  const fail = () =>
    answers.get({ text: "a", isFiltered: false }, () => {
      throw new Error("does not fit");
    });
  expect(fail).toThrow("does not fit");
  get("a");
  expect(made).toEqual(["a"]);
});

test("answers that are read stay when others need room", () => {
  for (const key of ["a", "b", "c", "a", "d", "a", "b"]) get(key, undefined, 10 * 1024 * 1024);
  expect(made).toEqual(["a", "b", "c", "d", "b"]);
});

test("the oldest answers are dropped when room is needed; one that is too large alone stays until the next", () => {
  for (const key of ["a", "b", "c"]) get(key, undefined, 10 * 1024 * 1024);
  get("d", undefined, 10 * 1024 * 1024);
  get("b", undefined, 10 * 1024 * 1024);
  expect(made).toEqual(["a", "b", "c", "d"]);
  get("a", undefined, 10 * 1024 * 1024);
  expect(made).toEqual(["a", "b", "c", "d", "a"]);
  get("large", undefined, 40 * 1024 * 1024);
  get("large", undefined, 40 * 1024 * 1024);
  expect(made.at(-1)).toBe("large");
  get("d");
  get("large", undefined, 40 * 1024 * 1024);
  expect(made.slice(-2)).toEqual(["d", "large"]);
});

test("the number of small answers is bounded too", () => {
  for (let number = 0; number < 40_000; number++) get(String(number), undefined, 2);
  made = [];
  get("0");
  get("39999");
  expect(made).toEqual(["0"]);
});

test("filtered answers, however many, take no room of the others", () => {
  get("all");
  for (let number = 0; number < 40; number++) get(String(number), undefined, 1024 * 1024, true);
  made = [];
  get("all");
  get("39", undefined, 1024 * 1024, true);
  get("0", undefined, 1024 * 1024, true);
  expect(made).toEqual(["0"]);
});

test("a change makes filtered answers anew too", () => {
  get("a", undefined, 10, true);
  version = 2;
  get("a", undefined, 10, true);
  expect(made).toEqual(["a", "a"]);
});

test("the earliest of more times than a call can have arguments is found", () => {
  expect(earliest(Array.from({ length: 1_000_000 }, (_, time) => 2_000_000 - time))).toBe(1_000_001);
});

test("no times have no earliest one", () => {
  expect(earliest([])).toBe(Number.POSITIVE_INFINITY);
});
