import { expect, test } from "vitest";
import { Metadata, pidOf } from "../../contracts/metadata.ts";
import { demoFacilities, demoRecord } from "./catalogue.ts";
import { demonstrated, REVISED, revisionsOf } from "./demonstrated.ts";

const facilities = demoFacilities();
const records = Array.from({ length: 60 }, (_, index) => demonstrated(index, facilities));

test("records fit the contract and differ", () => {
  for (const record of records) expect(Metadata.safeParse(record).error).toBeUndefined();
  expect(new Set(records.map(pidOf)).size).toBe(60);
});

test("the first are ozone profiles of 2023 in the Alps, the others those of the generator", () => {
  const alpine = records.filter(({ identification }) => identification.abstract.includes("in the Alps"));
  expect(alpine).toEqual(records.slice(0, 24));
  for (const { identification, temporal_extent } of alpine) {
    expect(identification.title).toMatch(/^Ozone vertical profiles at .*, 2023-/);
    expect(temporal_extent?.time_period_begin).toMatch(/^2023-/);
  }
  expect(records[24]).toEqual(demoRecord(24, facilities));
});

test("a record's later versions rise in number and time, and fit the contract", () => {
  for (const record of records.slice(0, REVISED)) {
    const versions = [record, ...revisionsOf(record)];
    const numbers = versions.map(({ dataset_metadata }) => Number(dataset_metadata.version?.number));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const times = versions.map(({ dataset_metadata }) => Date.parse(dataset_metadata.time_content_revised));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const version of versions) expect(Metadata.safeParse(version).error).toBeUndefined();
  }
});
