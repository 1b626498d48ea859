import { expect, test } from "vitest";
import { folded } from "./folded.ts";
import { decodePlaces, encodePlaces, type Place, placeOf } from "./place-file.ts";
import { Places, places, USUAL_PLACE } from "./places.ts";

const place = (name: string, population: number, rest: Partial<Place> = {}): Place => ({
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
  ]),
);
const namesOf = (found: readonly Place[]) => found.map(({ name, country }) => `${name} ${country}`);

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
])("%s is compared as %s", (name, form) => {
  expect(folded(name)).toBe(form);
});

test("a place survives the file to a hundredth of a degree", () => {
  const written = place("Ittoqqortoormiit", 345, { country: "GL", latitude: 70.48456, longitude: -21.96221 });
  const columns = decodePlaces(encodePlaces([written]));
  expect(placeOf(columns, 0)).toEqual({ ...written, latitude: 70.48, longitude: -21.96 });
});

test("whole names come first, then those that begin so, each the largest first", () => {
  expect(namesOf(few.named("bergen", 9))).toEqual(["Bergen NO", "Bergen DE", "Bergenfield US"]);
  expect(namesOf(few.named("BO", 9))).toEqual(["Bø NO", "Bogotá CO"]);
  expect(namesOf(few.named("b", 3))).toEqual(["Bogotá CO", "Bergenfield US", "Bergen NO"]);
  expect(namesOf(few.named("Bergen", 1))).toEqual(["Bergen NO"]);
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
  expect(first("longyear")).toMatchObject({ name: "Longyearbyen", country: "SJ", population: 2_060 });
  expect(first("shanghai")).toMatchObject({ country: "CN" });
  expect(shipped.nearest({ latitude: 59.9, longitude: 10.7 }).place.name).toBe("Oslo");
  expect(shipped.count).toBeGreaterThan(40_000);
});
