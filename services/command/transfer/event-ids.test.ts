import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { EventIds } from "./event-ids.ts";

test("each of any number of ids is new once", () => {
  const ids = new EventIds();
  const all = Array.from({ length: 5_000 }, () => randomUUID());
  expect(all.filter((id) => !ids.add(id))).toEqual([]);
  expect(all.filter((id) => ids.add(id))).toEqual([]);
});

test("ids that differ in one digit are different, those of zeros and of f included", () => {
  const ids = new EventIds();
  const zero = "00000000-0000-0000-0000-000000000000";
  const alike = [zero, zero.replaceAll("0", "f")];
  for (const [at, digit] of [...zero].entries())
    if (digit !== "-") alike.push(zero.slice(0, at) + 1 + zero.slice(at + 1));
  expect(alike.map((id) => ids.add(id))).not.toContain(false);
  expect(alike.map((id) => ids.add(id))).not.toContain(true);
});

// Fails by its time limit: quadratic time would be minutes.
test("100,000 ids that were chosen to lie beside one another are spread over the table", () => {
  const ids = new EventIds();
  let added = 0;
  for (let n = 1; n <= 100_000; n++) {
    if (ids.add(`${n.toString(16).padStart(8, "0")}-0000-0000-0000-000000000000`)) added++;
  }
  expect(added).toBe(100_000);
});
