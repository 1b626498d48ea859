import { f64, u32 } from "../bytes/arrays.ts";
import type { Field } from "../index/mapping.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { dateFormat } from "../language/dates/format.ts";
import { illegalOnShard, ShardFailure } from "../language/errors/errors.ts";
import type { FetchedField } from "../language/fetch/fields.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import { MAX_DOCVALUE_FIELDS } from "../limits.ts";
import { countedGlob } from "../query/glob.ts";
import type { CompileContext } from "../query/kind.ts";
import { asShardFailure, fielddataRefused, numberFormat } from "../query/request-values.ts";
import { valueWriter } from "../source/field-values.ts";
import type { Work } from "../work/work.ts";
import { UnmappedValues } from "./unmapped-values.ts";

/** Values of a document, as JSON texts, by the names of fields. */
export interface FetchedValues {
  readonly values: Map<string, readonly string[]>;
  /** Values that could not be indexed. */
  readonly ignored: Map<string, readonly string[]>;
}

/** Adds the values of one document: its source as parsed, and its place in a segment. */
export type FetchFields = (found: FetchedValues, source: unknown, segment: SegmentReader, doc: number) => void;

type Searched = Pick<CompileContext, "index" | "work">;

/** Steps of writing one value. */
const stepsOf = (format: string | undefined): number => format?.length ?? 1;

/** Values as they were sent, in the document's order. @throws ShardFailure when a format does not suit a field */
export function sentFields(asked: readonly FetchedField[], { index, work }: Searched): FetchFields {
  const fields = resolved(asked, index, work).map(({ field, format, name }) => ({
    field,
    format,
    write: fetching(field.name, name, () => valueWriter(field, format)),
  }));
  const patterns = asked.filter(({ includesUnmapped }) => includesUnmapped);
  const mapped = new Set(fields.map(({ field }) => field.name));
  const unmapped = patterns.length > 0 ? new UnmappedValues(patterns, mapped, work) : undefined;
  return ({ values, ignored }, source) => {
    for (const { field, format, write } of fields) {
      const texts = write(source, work);
      work.spend(1 + texts.values.length * stepsOf(format));
      if (texts.values.length > 0) values.set(field.name, texts.values);
      if (texts.ignored.length > 0) ignored.set(field.name, texts.ignored);
    }
    for (const [path, texts] of unmapped?.collect(source) ?? []) values.set(path, texts);
  };
}

/** Values as they were indexed, sorted. @throws ShardFailure */
export function indexedFields(asked: readonly FetchedField[], { index, work }: Searched): FetchFields {
  const found = resolved(asked, index, work);
  if (found.length > MAX_DOCVALUE_FIELDS) {
    const limit = `less than or equal to: [${MAX_DOCVALUE_FIELDS}] but was [${found.length}]`;
    const setting = "This limit can be set by changing the [index.max_docvalue_fields_search] index level setting.";
    throw illegalOnShard(`Trying to retrieve too many docvalue_fields. Must be ${limit}. ${setting}`);
  }
  const fields = found.map(({ field, format }) => ({ field, format, read: readerOf(field, format, index) }));
  return ({ values }, _source, segment, doc) => {
    for (const { field, format, read } of fields) {
      const texts = read(segment, doc);
      work.spend(1 + texts.length * stepsOf(format));
      if (texts.length > 0) values.set(field.name, texts);
    }
  };
}

/** Adds the field to a failure. @throws ShardFailure */
function fetching<Value>(field: string, asked: string, make: () => Value): Value {
  const matched = field === asked ? "" : ` which matched [${asked}]`;
  try {
    return asShardFailure(make);
  } catch (error) {
    if (!(error instanceof ShardFailure)) throw error;
    throw new ShardFailure(error.type, `error fetching [${field}]${matched}: ${error.message}`);
  }
}

interface Resolved {
  readonly field: Field;
  /** The name or the pattern in the body. */
  readonly name: string;
  readonly format: string | undefined;
}

/** Approximate memory of a field until the hits are written. */
const FIELD_BYTES = 200;

/** The last of several entries for a field counts. */
function resolved(asked: readonly FetchedField[], { fields }: IndexReader, work: Work): readonly Resolved[] {
  const found = new Map<string, Resolved>();
  for (const { name, format } of asked) {
    const matches = countedGlob(name, work);
    const isPattern = name.includes("*");
    const names = isPattern
      ? fields
          .names()
          .filter((each) => !each.startsWith("_") && matches(each))
          .sort()
      : [name];
    for (const each of names) {
      const field = fields.field(each);
      if (field) found.set(each, { field, format, name });
    }
  }
  work.take(found.size * FIELD_BYTES);
  return [...found.values()];
}

type ReadTexts = (segment: SegmentReader, doc: number) => readonly string[];

function readerOf(field: Field, format: string | undefined, index: IndexReader): ReadTexts {
  switch (field.kind) {
    case "keyword":
      if (format !== undefined) throw noCustomFormat(field);
      return (segment, doc) => terms(segment, field.name, doc);
    case "date": {
      const dates = asShardFailure(() => dateFormat(format ?? field.format));
      return numbers(field.name, (value) => JSON.stringify(asShardFailure(() => dates.print(value))));
    }
    case "boolean":
      if (format !== undefined) throw noCustomFormat(field);
      return numbers(field.name, (value) => String(value === 1));
    case "double":
      if (format === undefined) return numbers(field.name, javaDouble);
      return numbers(field.name, quoted(numberFormat(format).print));
    case "geo_point":
      if (format !== undefined) throw noCustomFormat(field);
      return (segment, doc) => points(segment, field.name, doc);
    default:
      if (format !== undefined) throw noCustomFormat(field);
      throw fielddataRefused(field, index.indexName);
  }
}

const noCustomFormat = ({ name, kind }: Field) =>
  illegalOnShard(`Field [${name}] of type [${kind}] does not support custom formats`);

function terms(segment: SegmentReader, name: string, doc: number): string[] {
  const found = segment.ordinals(name);
  if (!found) return [];
  const { offsets, ordinals, terms: dictionary } = found;
  const [from, to] = offsets ? [u32(offsets, doc), u32(offsets, doc + 1)] : [doc, doc + 1];
  const present = [...ordinals.subarray(from, to)].filter((ordinal) => ordinal >= 0);
  return present.map((ordinal) => JSON.stringify(dictionary.text(ordinal)));
}

const quoted =
  (print: (value: number) => string) =>
  (value: number): string =>
    JSON.stringify(print(value));

/** Points as they are indexed: slightly less precise than they were sent. */
function points(segment: SegmentReader, name: string, doc: number): string[] {
  const found = segment.points(name);
  if (!found) return [];
  const { offsets, latitudes, longitudes } = found;
  const [from, to] = offsets ? [u32(offsets, doc), u32(offsets, doc + 1)] : [doc, doc + 1];
  const texts: string[] = [];
  for (let at = from; at < to; at++) {
    if (Number.isNaN(f64(latitudes, at))) continue;
    texts.push(JSON.stringify(`${javaDouble(f64(latitudes, at))}, ${javaDouble(f64(longitudes, at))}`));
  }
  return texts;
}

function numbers(name: string, print: (value: number) => string): ReadTexts {
  return (segment, doc) => {
    const found = segment.numbers(name);
    if (!found) return [];
    const { offsets, values } = found;
    const [from, to] = offsets ? [u32(offsets, doc), u32(offsets, doc + 1)] : [doc, doc + 1];
    const texts: string[] = [];
    for (let at = from; at < to; at++) if (!Number.isNaN(f64(values, at))) texts.push(print(f64(values, at)));
    return texts;
  };
}
