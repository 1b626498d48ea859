import { expect, test } from "vitest";
import { inHashOrder, inTreeOrder } from "./hash-order.ts";

const mapOf = (...names: readonly string[]) => new Map(names.map((name) => [name, name.length]));
const names = (map: ReadonlyMap<string, unknown>) => [...map.keys()].join(" ");

// The expected orders are those of Java 17.
test("keys come in the order of Java's hashes, and in insertion order where these are equal", () => {
  const few = mapOf("b", "a", "BB", "Aa", "title", "facility.name", "identification.abstract");
  expect(names(inHashOrder(few))).toBe("BB Aa a facility.name b identification.abstract title");
});

test("a map grows with its keys", () => {
  const many = mapOf(...Array.from({ length: 20 }, (_, place) => `field${place}`));
  const order = [19, 17, 18, 11, 12, 1, 0, 10, 15, 16, 13, 14, 7, 6, 9, 8, 3, 2, 5, 4];
  expect(names(inHashOrder(many))).toBe(order.map((place) => `field${place}`).join(" "));
});

test("keys of a tree map come in their own order", () => {
  expect(names(inTreeOrder(mapOf("b", "a^2", "a", "B")))).toBe("B a a^2 b");
});
