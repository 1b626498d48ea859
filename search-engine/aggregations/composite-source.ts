import type { SegmentReader } from "../index/segment.ts";
import { compareBytes, utf8 } from "../index/terms.ts";
import type { CompositeSource } from "../language/aggregations/composite.ts";
import type { Grid } from "../language/aggregations/geo-grid.ts";
import { timeZone, UTC } from "../language/dates/zone.ts";
import { reduceFailure } from "../language/errors/errors.ts";
import { doubleIn, javaDouble } from "../language/java/java-numbers.ts";
import type { JsonValue } from "../language/json/json.ts";
import { isNumber, isScalar, notANumber, scalarText } from "../language/members/options.ts";
import { nowRefused } from "../query/request-values.ts";
import { countingDates } from "../work/counting-dates.ts";
import type { AggregationContext } from "./aggregation.ts";
import { type CellSource, cellSource } from "./cell-source.ts";
import { roundingOf } from "./date-histogram.ts";
import { intervals } from "./histogram.ts";
import { eachTerm, type TermSource, termSource } from "./term-source.ts";
import { checkValues, eachNumber, type NumberSource, numberSource, unsupported } from "./values.ts";

/** The key of documents without the field. */
export const MISSING_KEY = Number.POSITIVE_INFINITY;

/** The values of one part of composite keys, as numbers. */
export interface KeySource {
  /** Calls `take` with the index in `docs` and each key of a document; documents without one give none. */
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number, key: number) => void): void;
  /** Ascending, whatever the order of the source. */
  compare(a: number, b: number): number;
  /** As JSON. */
  print(key: number): string;
  /**
   * How a key compares with a value of `after`.
   * @throws InvalidAfter, ShardFailure when no key can have the value
   */
  comparedWith(after: JsonValue): (key: number) => number;
  /** Set where the keys are the terms of a keyword field. */
  readonly terms?: TermSource;
}

/** Why a value of `after` can't be used. */
export class InvalidAfter extends Error {
  override readonly name = "InvalidAfter";
}

/** @throws ShardFailure when the field does not support the source */
export function keySource(source: CompositeSource, context: AggregationContext): KeySource {
  const { field, valueType } = source;
  const mapped = checkValues({ field, valueType, format: undefined }, context);
  if (mapped?.kind === "boolean" && source.kind !== "terms") {
    throw unsupported(source.kind, mapped, context.index.indexName);
  }
  if (source.kind === "geotile_grid")
    return tileKeys(source.grid, cellSource(source.kind, source.grid, field, undefined, context));
  if (source.kind === "terms") {
    const terms = termSource("terms", field, context, undefined);
    if (terms) return termKeys(terms);
    const numbers = numberSource("terms", field, context, { valueType });
    return numberKeys(numbers, {});
  }
  if (source.kind === "histogram") {
    const { round } = intervals(source.interval, 0);
    const numbers = numberSource("histogram", field, context, { valueType });
    return numberKeys(numbers, { round, isWritten: numbers.type !== "double", takesNumbers: true });
  }
  const zone = source.timeZone === undefined ? undefined : timeZone(source.timeZone);
  const { format } = source;
  const numbers = numberSource("date_histogram", field, context, { valueType, zone, format, unmapped: "date" });
  const { round } = roundingOf(source, zone ?? UTC);
  const keys = numberKeys(numbers, { round, isWritten: format !== undefined, isWhole: true });
  if (!zone || zone.fixed) return keys;
  return { ...keys, each: (...given) => countingDates(context.work, () => keys.each(...given)) };
}

function termKeys(terms: TermSource): KeySource {
  return {
    terms,
    each: (segment, docs, count, take) => eachTerm(terms, segment, docs, count, take),
    compare: (a, b) => terms.compare(a, b),
    print: (key) => JSON.stringify(terms.text(key)),
    comparedWith: (after) => {
      if (typeof after !== "string") {
        const type = typeof after === "boolean" ? "Boolean" : Number.isInteger(after) ? "Integer" : "Double";
        throw new InvalidAfter(`invalid value, expected string, got ${type}`);
      }
      return comparedWithTerm(terms, after);
    },
  };
}

function tileKeys({ precision }: Grid, source: CellSource): KeySource {
  return {
    each: (...given) => source.each(...given),
    compare: (a, b) => source.compare(a, b),
    print: (key) => JSON.stringify(source.name(key)),
    comparedWith: (after) => {
      const { zoom, column, row } = tileIn(after);
      return (key) => {
        const place = source.place(key);
        return precision - zoom || place.column - column || place.row - row;
      };
    },
  };
}

/** A number stands for a tile of the grid's first level, whose only tile has the number 0. @throws InvalidAfter */
function tileIn(after: JsonValue) {
  if (isNumber(after)) return { zoom: 0, column: 0, row: Number(after) };
  const text = String(after);
  const [zoom, column, row] = text.split("/").map(Number);
  if (!/^-?\d+\/-?\d+\/-?\d+$/.test(text) || zoom === undefined || column === undefined || row === undefined) {
    throw new InvalidAfter(`Invalid geotile_grid hash string of ${text}. Must be three integers in a form "zoom/x/y".`);
  }
  return { zoom, column, row };
}

/** The term may be in no document: then its place among the others is found by comparing each once. */
function comparedWithTerm(terms: TermSource, after: string): (ordinal: number) => number {
  const equal = terms.ordinalOf(after);
  if (equal !== undefined) return (ordinal) => terms.compare(ordinal, equal);
  const bytes = utf8(after);
  const known = new Map<number, number>();
  return (ordinal) => {
    let order = known.get(ordinal);
    if (order === undefined) {
      const own = utf8(terms.text(ordinal));
      order = compareBytes(own, 0, own.length, bytes, 0, bytes.length);
      known.set(ordinal, order);
    }
    return order;
  };
}

interface Keys {
  readonly round?: (value: number) => number;
  /** Keys are texts in the source's format. */
  readonly isWritten?: boolean;
  /** Keys are whole numbers. */
  readonly isWhole?: boolean;
  /** A number of `after` is the key, however keys are written. */
  readonly takesNumbers?: boolean;
}

function numberKeys(numbers: NumberSource, keys: Keys): KeySource {
  const { round, isWritten = false, isWhole = false, takesNumbers = false } = keys;
  const isBoolean = numbers.type === "boolean";
  const given = { ...numbers, missing: Number.NaN };
  return {
    each: (segment, docs, count, take) => {
      let [lastIndex, lastKey] = [-1, Number.NaN];
      eachNumber(given, segment, docs, count, (index, value) => {
        const key = round ? round(value) : value;
        // Values of a document ascend.
        if (round && index === lastIndex && key === lastKey) return;
        [lastIndex, lastKey] = [index, key];
        take(index, key);
      });
    },
    compare: (a, b) => a - b,
    print: (key) => {
      if (isBoolean && !round) return String(key !== 0);
      if (isWritten) return JSON.stringify(writtenKey(numbers, key));
      return isWhole || numbers.type !== "double" ? String(key) : javaDouble(key);
    },
    comparedWith: (after) => {
      const isRead = (isWritten || isBoolean) && !(takesNumbers && isNumber(after));
      const value = isRead ? readKey(numbers, textOf(after)) : numberOf(after);
      return (key) => key - value;
    },
  };
}

/**
 * The next page begins behind the key as it is written, so a key that reads back differently would lose or repeat
 * buckets.
 */
function writtenKey(numbers: NumberSource, key: number): string | null | undefined {
  const text = numbers.asText(key);
  if (numbers.type !== "date" || typeof text !== "string") return text;
  const read = numbers.read(text);
  if (read === key) return text;
  throw reduceFailure(
    "illegal_argument_exception",
    `Format [${numbers.format}] created output it couldn't parse for value [${key}] of type [class java.lang.Long]. parsed value: [${read}(class java.lang.Long)]`,
  );
}

/** @throws ShardFailure for a key that depends on the time of the search */
function readKey(numbers: NumberSource, text: string): number {
  if (numbers.type === "date" && text.startsWith("now")) throw nowRefused("[after]");
  if (numbers.type === "boolean" && text !== "true" && text !== "false") {
    throw new InvalidAfter(`Cannot parse boolean [${text}], expected either [true] or [false]`);
  }
  return numbers.read(text);
}

const textOf = (value: JsonValue): string => (isScalar(value) ? scalarText(value) : "");

function numberOf(value: JsonValue): number {
  if (isNumber(value)) return Number(value);
  const text = textOf(value);
  const number = doubleIn(text);
  if (number === undefined) throw new InvalidAfter(notANumber(text));
  return number;
}
