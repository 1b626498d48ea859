import { expect, test } from "vitest";
import { Facility } from "../../contracts/facility.ts";
import { Metadata, pidOf } from "../../contracts/metadata.ts";
import { demoFacilities, demoRecord } from "./catalogue.ts";

const facilities = demoFacilities();

test("a hundred facilities fit the contract, each with an identifier of its own", () => {
  expect(new Set(facilities.map(({ identifier }) => identifier)).size).toBe(100);
  for (const facility of facilities) expect(Facility.safeParse(facility).error).toBeUndefined();
});

test("records fit the contract, differ, and are 3 to 7 KB", () => {
  const records = Array.from({ length: 500 }, (_, index) => demoRecord(index, facilities));
  for (const record of records) expect(Metadata.safeParse(record).error).toBeUndefined();
  expect(new Set(records.map(pidOf)).size).toBe(500);
  const sizes = records.map((record) => Buffer.byteLength(JSON.stringify(record)));
  const mean = sizes.reduce((sum, size) => sum + size) / sizes.length;
  expect(mean).toBeGreaterThan(4500);
  expect(mean).toBeLessThan(5500);
  expect(Math.min(...sizes)).toBeGreaterThan(3000);
  expect(Math.max(...sizes)).toBeLessThan(7500);
});

test("a record is cited by its author, its title, and the year in which it was published", () => {
  for (let index = 0; index < 50; index++) {
    const { identification, usage_information, dataset_metadata } = demoRecord(index, facilities);
    const author = identification.roles?.[0]?.person;
    const year = dataset_metadata.time_file_created?.slice(0, 4);
    const beginning = `${author?.last_name}, ${author?.first_name?.charAt(0)}. (${year}): ${identification.title}. `;
    expect(usage_information.citation.slice(0, beginning.length)).toBe(beginning);
    expect(usage_information.citation).toContain(identification.identifier.pid);
  }
});

test("no record was published after the middle of 2026", () => {
  const times = Array.from({ length: 500 }, (_, index) => demoRecord(index, facilities).dataset_metadata);
  for (const { time_content_revised } of times)
    expect(Date.parse(time_content_revised)).toBeLessThan(Date.UTC(2026, 6));
});

test("the same index gives the same record", () => {
  expect(demoRecord(42, demoFacilities())).toEqual(demoRecord(42, facilities));
});
