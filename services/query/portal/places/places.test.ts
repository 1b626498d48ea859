import { expect, test } from "vitest";
import { coordinatesIn } from "./coordinates.ts";
import { NameIndex } from "./name-index.ts";
import { decodePlaces, encodePlaces, type Place, placeOf, type WrittenPlace } from "./place-file.ts";
import { Places, places, USUAL_PLACE } from "./places.ts";

const place = (name: string, population: number, rest: Partial<WrittenPlace> = {}): WrittenPlace => ({
  name,
  country: "NO",
  latitude: 60,
  longitude: 10,
  population,
  ...rest,
});

const few = new Places(
  encodePlaces([
    place("Bergen", 200_000),
    place("Bergen", 70_000, { country: "DE" }),
    place("Bergenfield", 900_000, { country: "US" }),
    place("Berg", 100),
    place("Bø", 3_000),
    place("Bogotá", 7_000_000, { country: "CO", latitude: 4.61, longitude: -74.08 }),
    place("Suva", 70_000, { country: "FJ", latitude: -18.14, longitude: 178.44 }),
    place("Apia", 40_000, { country: "WS", latitude: -13.83, longitude: -171.77 }),
    place("Vienna", 1_900_000, { country: "AT", otherNames: ["Wien", "Vienne"] }),
    place("Vienne", 30_000, { country: "FR" }),
    place("Wiener Neustadt", 40_000, { country: "AT" }),
    place("Mons", 90_000, { country: "BE", otherNames: ["Bergen"] }),
    place("Tromsø", 40_000),
    place("Malmö", 300_000, { country: "SE" }),
    place("Munich", 1_400_000, { country: "DE", otherNames: ["München", "Monaco di Baviera"] }),
    place("Goes", 30_000, { country: "NL" }),
    place("Gös", 900_000, { country: "AT" }),
  ]),
);
const namesOf = (found: readonly Place[]) => found.map(({ name, country }) => `${name} ${country}`);

test("a place survives the file to a hundredth of a degree", () => {
  const written = place("Ittoqqortoormiit", 345, { country: "GL", latitude: 70.48456, longitude: -21.96221 });
  const columns = decodePlaces(encodePlaces([written]));
  expect(placeOf(columns, 0)).toEqual({ ...written, latitude: 70.48, longitude: -21.96 });
});

test("whole names come first, then those that begin so, each the largest first", () => {
  expect(namesOf(few.named("bergen", 9))).toEqual(["Bergen NO", "Mons BE", "Bergen DE", "Bergenfield US"]);
  expect(namesOf(few.named("BO", 9))).toEqual(["Bø NO", "Bogotá CO"]);
  expect(namesOf(few.named("b", 3))).toEqual(["Bogotá CO", "Bergenfield US", "Bergen NO"]);
  expect(namesOf(few.named("Bergen", 1))).toEqual(["Bergen NO"]);
  expect(namesOf(few.called("bergen", 9))).toEqual(["Bergen NO", "Mons BE", "Bergen DE"]);
  expect(few.called("berge", 9)).toEqual([]);
});

test("places are found by other names too, each once", () => {
  expect(namesOf(few.named("wien", 9))).toEqual(["Vienna AT", "Wiener Neustadt AT"]);
  expect(namesOf(few.named("vienne", 9))).toEqual(["Vienna AT", "Vienne FR"]);
  expect(namesOf(few.named("vien", 9))).toEqual(["Vienna AT", "Vienne FR"]);
  expect(namesOf(few.named("Monaco, Germany", 9))).toEqual(["Munich DE"]);
});

test.each([
  ["Tromsoe", "Tromsø NO"],
  ["Tromso", "Tromsø NO"],
  ["Malmoe", "Malmö SE"],
  ["Muenchen", "Munich DE"],
  // What is written so comes first, even if it is smaller.
  ["Goes", "Goes NL"],
])("%s, as it is typed without its own letters, is %s", (name, found) => {
  expect(namesOf(few.named(name, 1))).toEqual([found]);
});

test.each([
  ["69.65,18.96", 69.65, 18.96],
  [" 69.65  18.96 ", 69.65, 18.96],
  ["69.65; 18.96", 69.65, 18.96],
  ["69.65 N, 18.96 E", 69.65, 18.96],
  ["69.65°n 18.96°e", 69.65, 18.96],
  ["69,65° N, 18,96° Ø", 69.65, 18.96],
  ["69,65 18,96", 69.65, 18.96],
  ["69,65;18,96", 69.65, 18.96],
  ["-33.45, \u221270.67", -33.45, -70.67],
  ["33.45 S, 70.67 W", -33.45, -70.67],
  ["33,45 S 70,67 V", -33.45, -70.67],
  ["60,10", 60, 10],
])("%s are coordinates", (text, latitude, longitude) => {
  expect(coordinatesIn(text)).toEqual({ latitude, longitude });
});

test.each(["91, 0", "0, 181", "60", "60 N", "Oslo 60, 10", "1.2.3, 4", "", `1${" ".repeat(100_000)}x`, "60,10,5"])(
  "%j are none",
  (text) => {
    expect(coordinatesIn(text)).toBeUndefined();
  },
);

test("an index of names finds whole names, then those that go on with another word", () => {
  const index = new NameIndex(["Zugspitze-Schneefernerhaus", "Zugspitze", "Zugspitzplatt", "Å", "Ås"], (name) => name);
  expect(index.called("zugspitze", 9)).toEqual(["Zugspitze", "Zugspitze-Schneefernerhaus"]);
  expect(index.called("ZUGSPITZE SCHNEEFERNERHAUS", 9)).toEqual(["Zugspitze-Schneefernerhaus"]);
  expect(index.called("zugspitze", 1)).toEqual(["Zugspitze"]);
  expect(index.called("å", 9)).toEqual(["Å"]);
  expect(index.called("aas", 9)).toEqual(["Ås"]);
  for (const text of ["zug", "", " ", "zzz"]) expect(index.called(text, 9)).toEqual([]);
});

test.each(["de", "Germany", "tyskland", "Tysk"])(
  "a country after a comma, as in Bergen, %s, chooses among them",
  (country) => {
    expect(namesOf(few.named(`Bergen, ${country}`, 9))).toEqual(["Bergen DE"]);
  },
);

test.each(["", "  ", ",", "Bergenfields", "x".repeat(100_000), "\uD800", "<script>"])("%j names no place", (text) => {
  expect(few.named(text, 9)).toEqual([]);
});

test("the nearest place is found across the date line and at the poles", () => {
  expect(few.nearest({ latitude: -18, longitude: -179.9 }).place.name).toBe("Suva");
  expect(few.nearest({ latitude: -14, longitude: -175 }).place.name).toBe("Apia");
  expect(few.nearest({ latitude: 90, longitude: 0 }).kilometres).toBeCloseTo(3335.8, 0);
});

test("the places that are shipped have the cities of the world and the villages of the Nordic countries", () => {
  const shipped = places();
  const first = (text: string) => shipped.named(text, 1)[0];
  expect(first(USUAL_PLACE)).toMatchObject({ name: "Oslo", country: "NO" });
  expect(first("tromso")).toMatchObject({ name: "Tromsø", country: "NO", latitude: 69.65, longitude: 18.96 });
  for (const name of ["Tromsoe", "Tromso", "TROMSØ"]) expect(first(name)).toEqual(first("Tromsø"));
  for (const [name, country] of [
    ["Malmoe", "SE"],
    ["Zuerich", "CH"],
    ["Muenchen", "DE"],
    ["Köln", "DE"],
    ["Wien", "AT"],
    ["København", "DK"],
    ["Göteborg", "SE"],
    ["Warszawa", "PL"],
    ["Praha", "CZ"],
    ["Roma", "IT"],
  ] as const) {
    expect(first(name)).toMatchObject({ country });
    expect(first(name)?.population).toBeGreaterThan(250_000);
  }
  expect(first("longyear")).toMatchObject({ name: "Longyearbyen", country: "SJ", population: 2_060 });
  expect(first("shanghai")).toMatchObject({ country: "CN" });
  expect(shipped.nearest({ latitude: 59.9, longitude: 10.7 }).place.name).toBe("Oslo");
  expect(shipped.count).toBeGreaterThan(40_000);
});
