import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { VALUES_OPTIONS, type ValuesBody } from "./values.ts";

/** Units of the intervals that an answer may have, finest first. */
export const AUTO_UNITS = ["second", "minute", "hour", "day", "month", "year"] as const;
export type AutoUnit = (typeof AUTO_UNITS)[number];

export interface AutoDateHistogramBody extends ValuesBody {
  readonly timeZone: string | undefined;
  /** Maximum number of buckets of the answer. */
  readonly buckets: number;
  /** The finest unit that the buckets may have. */
  readonly minimumInterval: AutoUnit;
}

const DEFAULT_BUCKETS = 10;

/** Buckets by an interval of time chosen to give about the number of buckets that the body asks for. */
export const autoDateHistogram: AggregationKind<AutoDateHistogramBody> = {
  options: [...VALUES_OPTIONS, "time_zone", "buckets", "minimum_interval"],
  makes: "buckets",
  read(members) {
    const buckets = members.integer("buckets") ?? DEFAULT_BUCKETS;
    if (buckets <= 0) throw members.invalid("buckets", `buckets must be greater than 0 for [${members.name}]`);
    return {
      timeZone: members.timeZone(),
      buckets,
      minimumInterval: minimumIntervalOf(members),
      ...members.values(),
    };
  },
};

function minimumIntervalOf(members: AggregationMembers): AutoUnit {
  const name = members.body.get("minimum_interval") === null ? undefined : members.text("minimum_interval");
  if (name === undefined) return "second";
  const unit = AUTO_UNITS.find((each) => each === name);
  if (!unit) {
    throw members.invalid("minimum_interval", `minimum_interval must be one of [[${AUTO_UNITS.join(", ")}]]`);
  }
  // Elasticsearch accepts it and then fails.
  if (unit === "year") throw members.invalid("minimum_interval", "minimum_interval must be shorter than [year]");
  return unit;
}
