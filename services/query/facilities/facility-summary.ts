import type { Facility } from "../../../contracts/facility.ts";
import { slugOf } from "../../../contracts/slug.ts";
import { countryNames } from "../dataset/country-names.ts";
import { folded } from "../dataset/folded.ts";
import { type Extent, extentOf } from "../dataset/place.ts";
import { lineOf, shortened } from "../dataset/text.ts";

/** UTF-16 units. */
const MAX_NAME_LENGTH = 200;
const MAX_TYPES = 5;

/** What lists and maps show of a facility. */
export interface FacilitySummary {
  readonly identifier: string;
  readonly slug: string;
  /** Its identifier where it has no name. */
  readonly name: string;
  readonly country: string | undefined;
  readonly types: readonly string[];
  readonly extent: Extent | undefined;
  /** Name, identifier, and country by code and names: folded, a line each. */
  readonly searched: string;
}

/** Summarizes a facility's JSON. */
export function summaryOf(document: string): FacilitySummary {
  // Facilities are checked when they are stored.
  const { identifier, name, country_code, facility_type, location }: Facility = JSON.parse(document);
  const [shownName = identifier, country] = [lineOf(name), lineOf(country_code)].map(short);
  return {
    identifier,
    slug: slugOf(identifier),
    name: shownName,
    country,
    types: (facility_type ?? []).slice(0, MAX_TYPES).flatMap((type) => short(lineOf(type)) ?? []),
    extent: extentOf(location),
    searched: [shownName, identifier, country ?? "", ...countryNames(country ?? "")].map(folded).join("\n"),
  };
}

const short = (text: string | undefined) => (text === undefined ? undefined : shortened(text, MAX_NAME_LENGTH));
