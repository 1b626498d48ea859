import { demoFacilities, demoRecord } from "../cli/demo/catalogue.ts";
import type { Metadata } from "../contracts/metadata.ts";

/**
 * The corpus of the benchmarks: record `i` of the demonstration's generator (`cli/demo/catalogue.ts`), some 5 KB each
 * as JSON, over the hundred facilities. The same on every machine.
 */

const facilities = demoFacilities();

export const corpusFacilities = facilities;

export function corpusRecord(index: number): Metadata {
  return demoRecord(index, facilities);
}

/** A request body of `count` records from number `first` on. */
export function corpusBatch(first: number, count: number): Buffer {
  return Buffer.from(JSON.stringify(Array.from({ length: count }, (_, index) => corpusRecord(first + index))));
}
