import { beforeEach, expect, test } from "vitest";
import { IdleCollection } from "./idle-collection.ts";

const MEBIBYTE = 2 ** 20;

let taken: number;
let collected: number;
let searches: { begun: number; isReading: boolean };
let collection: IdleCollection;
beforeEach(() => {
  taken = 40 * MEBIBYTE;
  collected = 0;
  searches = { begun: 0, isReading: false };
  const collect = () => {
    collected += 1;
    taken = 40 * MEBIBYTE;
  };
  collection = new IdleCollection({ taken: () => taken, collect }, searches);
});

function search(): void {
  searches.begun += 1;
  taken += 100 * MEBIBYTE;
}

test("garbage of searches is collected once, when a second has passed without a search", () => {
  search();
  collection.look();
  expect(collected).toBe(0);
  for (let second = 0; second < 3; second++) collection.look();
  expect(collected).toBe(1);
});

test("nothing is collected while searches arrive or run", () => {
  for (let second = 0; second < 3; second++) {
    search();
    collection.look();
  }
  searches.isReading = true;
  for (let second = 0; second < 3; second++) collection.look();
  expect(collected).toBe(0);
});

test("a thread with little garbage of small searches is not collected", () => {
  searches.begun += 1;
  taken += MEBIBYTE;
  for (let second = 0; second < 3; second++) collection.look();
  expect(collected).toBe(0);
});
