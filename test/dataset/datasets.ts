import type { Metadata } from "../../contracts/metadata.ts";
import { type Dataset, datasetOf } from "../../services/query/dataset/dataset.ts";

export const catalogue = { address: "https://data.example.org/", name: "Air data", operator: "Institute of Air" };
export const slug = "abcdefghijklmnopqrstuvwxyz";
export const address = `https://data.example.org/records/${slug}`;

/** A record's dataset in a catalogue of tests; `revision` is 3. */
export function dataset(record: Metadata): Dataset {
  return datasetOf(record, { slug, address, catalogue, revision: 3 });
}
