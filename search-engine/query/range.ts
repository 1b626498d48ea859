import type { Field } from "../index/mapping.ts";
import { utf8 } from "../index/terms.ts";
import { timeZone } from "../language/dates/zone.ts";
import { failedToCreateQuery } from "../language/errors/errors.ts";
import type { RangeBody, RangeBounds } from "../language/queries/range.ts";
import { booleanTerm, doubleOf, EPOCH_MILLIS, instantOf } from "./field-terms.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { AnyTerm, type ChosenTerms } from "./nodes/any-term.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";
import { NumberRange } from "./nodes/number-range.ts";
import { insertionPoint } from "./patterns.ts";
import type { Query } from "./query.ts";

export const range: Compile<RangeBody> = (body, context) => {
  const field = context.field(body.field);
  return boosted(field ? rangeQuery(field, body, context) : new MatchNone(), body.boost);
};

/** Documents with a value of the field within bounds. @throws ShardFailure */
export function rangeQuery(field: Field, body: Omit<RangeBody, "field" | "boost">, context: CompileContext): Query {
  switch (field.kind) {
    case "date":
      return dateRange(field, body, context);
    case "double":
      return doubleRange(field, body);
    case "boolean":
      return termRange(
        field,
        {
          ...body,
          lower: body.lower === undefined ? undefined : booleanTerm(body.lower),
          upper: body.upper === undefined ? undefined : booleanTerm(body.upper),
        },
        context,
      );
    case "text":
    case "keyword":
      return termRange(field, body, context);
    default:
      throw failedToCreateQuery(
        "illegal_argument_exception",
        `Field [${field.name}] of type [${field.kind}] does not support range queries`,
      );
  }
}

/** `gt` and `lte` refer to the end of the given unit, `gte` and `lt` to its start. */
function dateRange(field: Field, body: Omit<RangeBody, "field" | "boost">, context: CompileContext): Query {
  const { lower, upper, includesLower, includesUpper } = body;
  const zone = body.timeZone === undefined ? undefined : timeZone(body.timeZone);
  const format = body.format ?? (body.isNumeric ? EPOCH_MILLIS : undefined);
  const instant = (text: string, roundUp: boolean) =>
    instantOf(field, text, context, { zone, movesEpochs: true, format, locale: "root", roundUp });
  const from =
    lower === undefined ? Number.NEGATIVE_INFINITY : instant(lower, !includesLower) + (includesLower ? 0 : 1);
  const to = upper === undefined ? Number.POSITIVE_INFINITY : instant(upper, includesUpper) - (includesUpper ? 0 : 1);
  return new NumberRange(field.name, from, to);
}

function doubleRange(field: Field, { lower, upper, includesLower, includesUpper }: RangeBounds): Query {
  const low = lower === undefined ? Number.NEGATIVE_INFINITY : doubleOf(lower);
  const high = upper === undefined ? Number.POSITIVE_INFINITY : doubleOf(upper);
  // Java sorts NaN behind all numbers.
  if (Number.isNaN(low)) return new MatchNone();
  if (Number.isNaN(high))
    return doubleRange(field, { lower, upper: undefined, includesLower, includesUpper: true, isNumeric: false });
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

function termRange(
  field: Field,
  { lower, upper, includesLower, includesUpper }: RangeBounds,
  { expansions }: CompileContext,
): Query {
  const [low, high] = [lower, upper].map((text) => (text === undefined ? undefined : utf8(text)));
  const name = `terms:${JSON.stringify([lower, upper, includesLower, includesUpper])}`;
  const chosen: ChosenTerms = function* (_segment, { terms }) {
    const first = low ? terms.find(low) : 0;
    const last = high ? terms.find(high) : terms.size;
    const start = insertionPoint(first) + (low && first >= 0 && !includesLower ? 1 : 0);
    const end = insertionPoint(last) + (high && last >= 0 && includesUpper ? 1 : 0);
    for (let ordinal = start; ordinal < end; ordinal++) yield ordinal;
  };
  const isWithin = (term: string): boolean => {
    const bytes = utf8(term);
    const above = low ? Buffer.compare(bytes, low) : 1;
    const below = high ? Buffer.compare(high, bytes) : 1;
    return (above > 0 || (above === 0 && includesLower)) && (below > 0 || (below === 0 && includesUpper));
  };
  const any = new AnyTerm(field.name, name, chosen, { kind: "terms", field: field.name, name, test: isWithin });
  expansions.push(any);
  return new ConstantScore(any);
}
