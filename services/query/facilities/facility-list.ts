import type { Facility } from "../../../contracts/facility.ts";
import { PreparedContent } from "../http/prepared-content.ts";
import { type FacilitySummary, summaryOf } from "./facility-summary.ts";

/** A facility as the view keeps it: its identifier and its JSON. */
export interface FacilityRow {
  readonly identifier: string;
  readonly document: string;
}

/** The part of a facility that pages about something else show. */
export interface FacilityPlace {
  readonly name: string | undefined;
  readonly location: { readonly longitude: number; readonly latitude: number } | undefined;
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** The registry as it is served at one moment: one text for the whole list, compressed once. */
export class FacilityList {
  readonly content: PreparedContent;
  readonly #documents: ReadonlyMap<string, string>;
  /** Those that were asked for. */
  readonly #places = new Map<string, FacilityPlace>();
  #summaries: readonly FacilitySummary[] | undefined;

  /** Rows in the order in which they are listed. */
  constructor(rows: readonly FacilityRow[]) {
    this.#documents = new Map(rows.map(({ identifier, document }) => [identifier, document]));
    const json = `[${rows.map(({ document }) => document).join(",")}]`;
    this.content = new PreparedContent(json, "application/json; charset=utf-8");
  }

  get count(): number {
    return this.#documents.size;
  }

  /** One facility's JSON. */
  document(identifier: string): string | undefined {
    return this.#documents.get(identifier);
  }

  /** Facilities with a location, the first ones, by their identifiers. */
  located(limit: number): ReadonlyMap<string, FacilityPlace> {
    const found = new Map<string, FacilityPlace>();
    for (const identifier of this.#documents.keys()) {
      if (found.size >= limit) break;
      const place = this.place(identifier);
      if (place?.location) found.set(identifier, place);
    }
    return found;
  }

  /** One facility's name and place. */
  place(identifier: string): FacilityPlace | undefined {
    const known = this.#places.get(identifier);
    const document = this.#documents.get(identifier);
    if (known || document === undefined) return known;
    // Facilities are checked when they are stored.
    const { name, location }: Facility = JSON.parse(document);
    const [longitude, latitude] = location?.coordinates ?? [];
    const place = {
      name: name ?? undefined,
      location: longitude === undefined || latitude === undefined ? undefined : { longitude, latitude },
    };
    this.#places.set(identifier, place);
    return place;
  }

  /** What people see of every facility, by name. */
  get summaries(): readonly FacilitySummary[] {
    this.#summaries ??= [...this.#documents.values()].map(summaryOf).sort((a, b) => compare(a.name, b.name));
    return this.#summaries;
  }
}
