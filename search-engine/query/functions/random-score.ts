import { f64, u32 } from "../../bytes/arrays.ts";
import { mix, murmur } from "../../bytes/murmur.ts";
import type { Field } from "../../index/mapping.ts";
import type { SegmentReader } from "../../index/segment.ts";
import { utf8 } from "../../index/terms.ts";
import { failedToCreateQuery } from "../../language/errors/errors.ts";
import { javaDouble } from "../../language/java/java-numbers.ts";
import { type RandomScore, SEQUENCE_NUMBER } from "../../language/queries/functions/function.ts";
import { fieldRead, javaHash } from "../../language/queries/functions/read.ts";
import type { CompileContext } from "../kind.ts";
import type { NumberOfDocument } from "../nodes/function-score.ts";
import { noValues } from "./fielddata.ts";

/**
 * A number from 0 to 1 for each document: by its place, or by the seed and its first value of the field. The place
 * stands for the sequence number: they are equal in an index to which documents were only added.
 * @throws ShardFailure
 */
export function randomScore(
  { seed, field: name }: RandomScore,
  context: CompileContext,
): (segment: SegmentReader) => NumberOfDocument {
  const { index, now } = context;
  const salt = javaHash(index.indexName) << 10;
  if (seed === undefined) {
    const mixed = mix(Number(BigInt.asIntN(32, BigInt(now) ^ (BigInt(now) >> 32n))) ^ salt);
    return ({ base }) =>
      (doc) =>
        fraction(mix((base + doc) ^ mixed));
  }
  const mixed = mix(seed ^ salt);
  const numbered = (value: string) => fraction(murmur(utf8(value), mixed));
  if (name === SEQUENCE_NUMBER) {
    return ({ base }) =>
      (doc) =>
        numbered(String(base + doc));
  }
  // Without a field, Elasticsearch takes `_id`, whose values a function may not read.
  const field = context.field(fieldRead(name ?? "_id"));
  if (!field) {
    const reason = `Field [${name}] is not mapped on [[${index.indexName}]] and cannot be used as a source of random numbers.`;
    throw failedToCreateQuery("illegal_argument_exception", reason);
  }
  if (field.kind === "text" || field.kind === "geo_shape") throw noValues(field, index.indexName);
  return (segment) => {
    const text = firstValue(segment, field);
    return (doc) => {
      const value = text(doc);
      return value === undefined ? fraction(mixed) : numbered(value);
    };
  };
}

type TextOfDocument = (doc: number) => string | undefined;

/** Reads the first value of a document, as Elasticsearch's text. */
function firstValue(segment: SegmentReader, { name, kind }: Field): TextOfDocument {
  if (kind === "keyword") {
    const found = segment.ordinals(name);
    if (!found) return () => undefined;
    const { offsets, ordinals, terms } = found;
    return firstOf(offsets, (at) => {
      const ordinal = ordinals[at] ?? -1;
      return ordinal < 0 ? undefined : terms.text(ordinal);
    });
  }
  if (kind === "geo_point") {
    const found = segment.points(name);
    if (!found) return () => undefined;
    const { offsets, latitudes, longitudes } = found;
    return firstOf(offsets, (at) => {
      const latitude = f64(latitudes, at);
      return Number.isNaN(latitude) ? undefined : `${javaDouble(latitude)}, ${javaDouble(f64(longitudes, at))}`;
    });
  }
  const found = segment.numbers(name);
  if (!found) return () => undefined;
  const { offsets, values } = found;
  const write = kind === "double" ? javaDouble : String;
  return firstOf(offsets, (at) => (Number.isNaN(f64(values, at)) ? undefined : write(f64(values, at))));
}

function firstOf(offsets: Uint32Array | undefined, read: TextOfDocument): TextOfDocument {
  if (!offsets) return read;
  return (doc) => (u32(offsets, doc) === u32(offsets, doc + 1) ? undefined : read(u32(offsets, doc)));
}

/** The lower 24 bits as a number below 1. */
const fraction = (hash: number): number => (hash & 0xffffff) / 2 ** 24;
