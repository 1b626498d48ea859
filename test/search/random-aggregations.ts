import type { Random } from "./corpus.ts";
import { randomDateFormat, randomFormatted } from "./random-dates.ts";
import { randomGrid, randomNested, randomSampler, randomTileSource } from "./random-places.ts";

/** Random bucket aggregations. */

type Json = Record<string, unknown>;

/** Parts of random bodies that other modules make. */
export interface Ingredients {
  query(): Json;
  readonly keywordFields: readonly string[];
  readonly dateFields: readonly string[];
  readonly numberField: string;
  /** A date, some with calculations. */
  date(): string;
  readonly zones: readonly string[];
}

/** The definition of one bucket aggregation, without its sub-aggregations. */
export function randomBuckets(r: Random, ingredients: Ingredients): Json {
  const kinds = [
    rareTerms,
    filter,
    filters,
    missing,
    range,
    dateRange,
    formattedRange,
    histogram,
    years,
    randomGrid,
    randomSampler,
    randomNested,
  ];
  return r.pick(kinds)(r, ingredients);
}

function filter(_r: Random, { query }: Ingredients): Json {
  return { filter: query() };
}

function rareTerms(r: Random, { keywordFields, dateFields }: Ingredients): Json {
  return {
    rare_terms: {
      field: r.pick([...keywordFields, ...dateFields, "facility.active"]),
      max_doc_count: 1 + r.below(100),
      ...(r.chance(0.2) ? { include: { partition: r.below(3), num_partitions: 3 } } : {}),
    },
  };
}

function filters(r: Random, { query }: Ingredients): Json {
  const list = Array.from({ length: 1 + r.below(3) }, query);
  const named = Object.fromEntries(list.map((each, n) => [r.pick(["x", "ä", "10", "2"]) + n, each]));
  return {
    filters: {
      filters: r.chance(0.5) ? list : named,
      ...(r.chance(0.3) ? { other_bucket: r.chance(0.7) } : {}),
      ...(r.chance(0.2) ? { other_bucket_key: "rest" } : {}),
      ...(r.chance(0.2) ? { keyed: r.chance(0.5) } : {}),
    },
  };
}

function missing(r: Random, { keywordFields, dateFields, numberField }: Ingredients): Json {
  return { missing: { field: r.pick([...keywordFields, ...dateFields, numberField, "facility.location"]) } };
}

function range(r: Random, { numberField }: Ingredients): Json {
  const edge = (name: string) => (r.chance(0.7) ? { [name]: r.pick([-300, 0, 12.5, 1_000, 50_000, 800_000]) } : {});
  const ranges = Array.from({ length: 1 + r.below(4) }, () => ({ ...edge("from"), ...edge("to"), ...key(r) }));
  return {
    range: {
      field: r.chance(0.9) ? numberField : "facility.active",
      ranges,
      ...(r.chance(0.3) ? { keyed: r.chance(0.5) } : {}),
      ...(r.chance(0.2) ? { missing: r.pick([0, 7.5, "900000"]) } : {}),
      ...(r.chance(0.2) ? { format: r.pick(["0.0", "#,##0.##", "0.##E0"]) } : {}),
    },
  };
}

const key = (r: Random): Json => (r.chance(0.2) ? { key: r.pick(["a", "b", "ü"]) } : {});

function dateRange(r: Random, { dateFields, date, zones }: Ingredients): Json {
  const edge = (name: string) => (r.chance(0.7) ? { [name]: date() } : {});
  const ranges = Array.from({ length: 1 + r.below(4) }, () => ({ ...edge("from"), ...edge("to"), ...key(r) }));
  return {
    date_range: {
      field: r.pick(dateFields),
      ranges,
      ...(r.chance(0.3) ? { keyed: r.chance(0.5) } : {}),
      ...(r.chance(0.2) ? { missing: date() } : {}),
      ...(r.chance(0.4) ? { time_zone: r.pick(zones) } : {}),
    },
  };
}

/** Ranges between texts of a format. */
function formattedRange(r: Random, { dateFields, zones }: Ingredients): Json {
  const { format, text } = randomFormatted(r);
  const ranges = [{ from: text }, { to: text, ...key(r) }];
  const zone = r.chance(0.4) ? { time_zone: r.pick(zones) } : {};
  return { date_range: { field: r.pick(dateFields), format, ranges, ...zone } };
}

function histogram(r: Random, { numberField }: Ingredients): Json {
  const bound = () => r.pick([-400, 0, 150_000, 420_000.5, 1_100_000]);
  return {
    histogram: {
      field: r.chance(0.9) ? numberField : "facility.active",
      interval: r.pick([50_000, 99_999.5, 250_000, 1_000_000]),
      ...(r.chance(0.3) ? { offset: r.pick([-10.5, 333, 120_000]) } : {}),
      ...(r.chance(0.3) ? { min_doc_count: r.below(3) } : {}),
      ...(r.chance(0.2) ? { missing: r.pick([0, -7.5, "900000"]) } : {}),
      ...(r.chance(0.2) ? { keyed: r.chance(0.5) } : {}),
      ...(r.chance(0.2) ? { format: r.pick(["0.0", "#,##0.##"]) } : {}),
      ...(r.chance(0.2) ? { order: { [r.pick(["_count", "_key"])]: r.pick(["asc", "desc"]) } } : {}),
      ...bounds(r, bound),
    },
  };
}

function bounds(r: Random, bound: () => unknown): Json {
  const one = (): Json => ({ ...(r.chance(0.7) ? { min: bound() } : {}), ...(r.chance(0.7) ? { max: bound() } : {}) });
  return {
    ...(r.chance(0.2) ? { extended_bounds: one() } : {}),
    ...(r.chance(0.2) ? { hard_bounds: one() } : {}),
  };
}

function years(r: Random, { dateFields, date, zones }: Ingredients): Json {
  return {
    date_histogram: {
      field: r.pick(dateFields),
      ...r.pick([{ calendar_interval: "year" }, { fixed_interval: "400d" }, { calendar_interval: "quarter" }]),
      min_doc_count: r.below(3),
      hard_bounds: { min: Date.UTC(1990, 0), max: Date.UTC(2030, 0) },
      ...(r.chance(0.3) ? { keyed: r.chance(0.5), format: randomDateFormat(r) } : {}),
      ...(r.chance(0.3) ? { time_zone: r.pick(zones) } : { offset: "+3d" }),
      ...(r.chance(0.2) ? { missing: 1_000_000_000_000 } : {}),
      ...(r.chance(0.5) ? bounds(r, date) : {}),
    },
  };
}

/** A composite, which is allowed only at the top. */
export function randomComposite(r: Random, { keywordFields, dateFields, numberField, zones }: Ingredients): Json {
  const common = (): Json => ({
    ...(r.chance(0.4) ? { order: r.pick(["asc", "desc"]) } : {}),
    ...(r.chance(0.3) ? { missing_bucket: true, missing_order: r.pick(["first", "last", "default"]) } : {}),
  });
  const source = (): Json => {
    switch (r.below(5)) {
      case 0:
        return { histogram: { field: numberField, interval: r.pick([1_000, 99_999.5]), ...common() } };
      case 1:
        return {
          date_histogram: {
            field: r.pick(dateFields),
            ...r.pick([{ calendar_interval: "year" }, { fixed_interval: "100d", offset: "+1d" }]),
            ...(r.chance(0.4) ? { time_zone: r.pick(zones) } : {}),
            ...(r.chance(0.4) ? { format: "yyyy-MM-dd" } : {}),
            ...common(),
          },
        };
      case 2:
        return { geotile_grid: { ...randomTileSource(r), ...common() } };
      default:
        return {
          terms: { field: r.pick([...keywordFields, ...dateFields, numberField, "facility.active"]), ...common() },
        };
    }
  };
  const sources = Array.from({ length: 1 + r.below(3) }, (_, n) => ({ [`s${n}`]: source() }));
  return { composite: { sources, size: 1 + r.below(40) } };
}
