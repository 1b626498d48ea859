import { dateFormat } from "../../language/dates/format.ts";
import { DateProblem } from "../../language/dates/problem.ts";
import { type TimeZone, timeZone } from "../../language/dates/zone.ts";
import { queryShardException, rejected } from "../../language/errors.ts";
import { isObject } from "../../language/json.ts";
import { doesNotSupport, fieldClause, type Options } from "../../language/options.ts";
import type { Field } from "../index/mapping.ts";
import { utf8 } from "../index/terms.ts";
import { booleanTerm, doubleOf, epochMillis, instantOf, isNumber } from "./field-terms.ts";
import type { ParseContext, QueryKind } from "./kind.ts";
import { AnyTerm } from "./nodes/any-term.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";
import { NumberRange } from "./nodes/number-range.ts";
import { insertionPoint } from "./patterns.ts";
import type { Query } from "./query.ts";

const options = ["gt", "gte", "lt", "lte", "format", "time_zone", "boost"];

export const range: QueryKind = {
  name: "range",
  options,
  parse(body, context) {
    const clause = fieldClause("range", body, options);
    if (!isObject(body.get(clause.field))) throw doesNotSupport("range", body, clause.field);
    const field = context.field(clause.field);
    const bounds = boundsOf(clause.options);
    const query = field ? rangeQuery(field, bounds, clause.options, context) : new MatchNone();
    return boosted(query, clause.options.boost);
  },
};

interface Bounds {
  readonly lower: string | undefined;
  readonly upper: string | undefined;
  readonly includesLower: boolean;
  readonly includesUpper: boolean;
}

/** Of two lower bounds, or two upper ones, the one that is written last holds. */
function boundsOf(clause: Options): Bounds {
  const last = (names: readonly string[]) => [...clause.members.keys()].filter((name) => names.includes(name)).at(-1);
  const lower = last(["gt", "gte"]) ?? "gte";
  const upper = last(["lt", "lte"]) ?? "lte";
  return {
    lower: clause.text(lower),
    upper: clause.text(upper),
    includesLower: lower === "gte",
    includesUpper: upper === "lte",
  };
}

function rangeQuery(field: Field, bounds: Bounds, clause: Options, context: ParseContext): Query {
  switch (field.kind) {
    case "date":
      return dateRange(field, bounds, clause, context);
    case "double":
      return doubleRange(field, bounds);
    case "boolean":
      return termRange(field, {
        ...bounds,
        lower: bounds.lower === undefined ? undefined : booleanTerm(bounds.lower),
        upper: bounds.upper === undefined ? undefined : booleanTerm(bounds.upper),
      });
    case "text":
    case "keyword":
      return termRange(field, bounds);
    default:
      throw queryShardException(
        `failed to create query: Field [${field.name}] of type [${field.kind}] does not support range queries`,
        {
          type: "illegal_argument_exception",
          reason: `Field [${field.name}] of type [${field.kind}] does not support range queries`,
        },
      );
  }
}

/** `gt` and `lte` mean the end of the given unit, `gte` and `lt` its beginning. */
function dateRange(field: Field, bounds: Bounds, clause: Options, context: ParseContext): Query {
  const zone = zoneOf(clause.text("time_zone"));
  const asked = checkedFormat(clause.text("format"));
  const numeric = ["gt", "gte", "lt", "lte"].some((name) => isNumber(clause.get(name)));
  const format = asked ?? (numeric ? epochMillis : undefined);
  const instant = (text: string, roundUp: boolean) => instantOf(field, text, context, { zone, format, roundUp });
  const { lower, upper, includesLower, includesUpper } = bounds;
  const from =
    lower === undefined ? Number.NEGATIVE_INFINITY : instant(lower, !includesLower) + (includesLower ? 0 : 1);
  const to = upper === undefined ? Number.POSITIVE_INFINITY : instant(upper, includesUpper) - (includesUpper ? 0 : 1);
  return new NumberRange(field.name, from, to);
}

function zoneOf(id: string | undefined): TimeZone | undefined {
  if (id === undefined) return undefined;
  try {
    return timeZone(id);
  } catch (error) {
    if (!(error instanceof DateProblem)) throw error;
    const java =
      error.type === "zone_rules_exception" ? "java.time.zone.ZoneRulesException" : "java.time.DateTimeException";
    const cause = { type: error.type, reason: error.message };
    throw rejected("illegal_argument_exception", `${java}: ${error.message}`, {}, cause);
  }
}

/** A pattern that dates can be read by. */
function checkedFormat(pattern: string | undefined): string | undefined {
  try {
    if (pattern !== undefined) dateFormat(pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof DateProblem)) throw error;
    const reason = error.message.replace(/^Invalid format: \[.*?\]: /s, "");
    throw rejected("illegal_argument_exception", error.message, {}, { type: "illegal_argument_exception", reason });
  }
}

function doubleRange(field: Field, { lower, upper, includesLower, includesUpper }: Bounds): Query {
  const low = lower === undefined ? Number.NEGATIVE_INFINITY : doubleOf(lower);
  const high = upper === undefined ? Number.POSITIVE_INFINITY : doubleOf(upper);
  return new NumberRange(
    field.name,
    includesLower ? low : neighbour(low, 1),
    includesUpper ? high : neighbour(high, -1),
  );
}

const bits = new DataView(new ArrayBuffer(8));

/** The next double above (1) or below (-1). */
function neighbour(value: number, direction: 1 | -1): number {
  if (value === direction * Number.POSITIVE_INFINITY) return value;
  if (value === 0) return direction * Number.MIN_VALUE;
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(value > 0 ? direction : -direction));
  return bits.getFloat64(0);
}

function termRange(field: Field, { lower, upper, includesLower, includesUpper }: Bounds): Query {
  const [low, high] = [lower, upper].map((text) => (text === undefined ? undefined : utf8(text)));
  const name = `terms:${JSON.stringify([lower, upper, includesLower, includesUpper])}`;
  const any = new AnyTerm(field.name, name, function* (_segment, { terms }) {
    const first = low ? terms.find(low) : 0;
    const last = high ? terms.find(high) : terms.size;
    const start = insertionPoint(first) + (low && first >= 0 && !includesLower ? 1 : 0);
    const end = insertionPoint(last) + (high && last >= 0 && includesUpper ? 1 : 0);
    for (let ordinal = start; ordinal < end; ordinal++) yield ordinal;
  });
  return new ConstantScore(any);
}
