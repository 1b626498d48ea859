import { demoFacilities, demoRecord } from "../cli/demo/catalogue.ts";
import type { Metadata } from "../contracts/metadata.ts";
import { scaled } from "./harness.ts";

/**
 * The corpus of the benchmarks: record `i` of the demonstration's generator (`cli/demo/catalogue.ts`), some 5 KB each
 * as JSON, over the hundred facilities. The same on every machine.
 */

/** Number of records in the catalogues that are searched. */
export const RECORDS = Number(process.env["BENCH_RECORDS"] ?? scaled(100_000));

const facilities = demoFacilities();

export const corpusFacilities = facilities;

export function corpusRecord(index: number): Metadata {
  return demoRecord(index, facilities);
}

const byIdentifier = new Map(facilities.map((facility) => [facility.identifier, facility]));

/** The document that an index gets for the record: with its facility. */
export function corpusDocument(index: number): Metadata {
  const record = corpusRecord(index);
  return { ...record, facility: byIdentifier.get(record.facility?.identifier ?? "") };
}

/** A request body of `count` records from number `first` on. */
export function corpusBatch(first: number, count: number): Buffer {
  return Buffer.from(JSON.stringify(Array.from({ length: count }, (_, index) => corpusRecord(first + index))));
}
