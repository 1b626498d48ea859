import { expect, test } from "vitest";
import { folded, spellings } from "./folded.ts";

test.each([
  ["Tromsø", "tromso"],
  ["TROMSØ", "tromso"],
  ["Ålesund", "alesund"],
  ["Ærøskøbing", "aeroskobing"],
  ["Łódź", "lodz"],
  ["Straße", "strasse"],
  ["Þórshöfn", "thorshofn"],
  ["Saint-Malo", "saint malo"],
  ["  St. John's ", "st johns"],
  ["İstanbul", "istanbul"],
  ["X‐band ™", "x band tm"],
])("%s is compared as %s", (name, form) => {
  expect(folded(name)).toBe(form);
});

test("a name is looked for as it is written, and as it may be written with other letters", () => {
  expect(spellings("Aalesund")).toEqual(["aalesund", "alesund"]);
  expect(spellings("Ålesund")).toEqual(["alesund"]);
  expect(spellings("Oslo")).toEqual(["oslo"]);
});
