import type { Facility } from "../../contracts/facility.ts";
import type { Metadata } from "../../contracts/metadata.ts";
import { demoRecord, recordOf } from "./catalogue.ts";
import { PRODUCTS } from "./products.ts";
import { seeded } from "./random.ts";

/**
 * The demonstration's catalogue: records of the generator, and in the place of the first ones some that are worth looking for:
 * ozone profiles of 2023 in the Alps, the first of which have been revised.
 */

const SITES = ["Jungfraujoch", "Sonnblick", "Hohenpeißenberg", "Zugspitze-Schneefernerhaus", "Payerne", "Innsbruck"];
const DAYS = ["2023-01-17", "2023-04-12", "2023-07-05", "2023-10-09"];
const PRODUCT = "Ozone vertical profiles";

/** Records with later versions, from the first on. */
export const REVISED = SITES.length;

/** Record number `index` of the demonstration. */
export function demonstrated(index: number, facilities: readonly Facility[]): Metadata {
  const site = SITES[index % SITES.length];
  const day = DAYS[Math.floor(index / SITES.length)];
  if (day === undefined) return demoRecord(index, facilities);
  const product = PRODUCTS.find(({ name }) => name === PRODUCT);
  const facility = facilities.find(({ name }) => name === site);
  if (!product || !facility) throw new RangeError(`the demonstration has no ${PRODUCT} at ${site}`);
  return recordOf({ product, facility, begin: Date.parse(day), region: "the Alps" }, index, seeded(index + 1000));
}

const CHANGES = [
  [
    "0",
    "reprocessed with new ozone absorption cross sections",
    "Absorption cross sections are those of Serdyuchenko et al.",
  ],
  ["1", "flags of clouds corrected", "Profiles below thin cirrus are flagged."],
] as const;

const HALF_A_YEAR_MS = 182 * 86_400_000;

/** The later versions of a record, in their order. */
export function revisionsOf(record: Metadata): readonly Metadata[] {
  const versions = [record];
  const major = Number.parseInt(record.dataset_metadata.version?.number ?? "0", 10) + 1;
  for (const [minor, description, sentence] of CHANGES) {
    const before = versions.at(-1) ?? record;
    const { dataset_metadata, identification } = before;
    const revised = Date.parse(dataset_metadata.time_content_revised) + HALF_A_YEAR_MS;
    versions.push({
      ...before,
      dataset_metadata: {
        ...dataset_metadata,
        time_content_revised: new Date(revised).toISOString(),
        version: { number: `${major}.${minor}`, description },
      },
      identification: { ...identification, abstract: `${identification.abstract} ${sentence}` },
    });
  }
  return versions.slice(1);
}
