import { f64, u32 } from "../../bytes/arrays.ts";
import type { SegmentReader } from "../../index/segment.ts";
import {
  failedToCreateQuery,
  illegalOnShard,
  queryShardException,
  ShardFailure,
} from "../../language/errors/errors.ts";
import { javaDoubleText } from "../../language/java/java-numbers.ts";
import type { FieldValueFactor, Modifier } from "../../language/queries/functions/function.ts";
import type { CompileContext } from "../kind.ts";
import type { NumberOfDocument } from "../nodes/function-score.ts";
import { noValues } from "./fielddata.ts";

/** The smallest value of the field, times the factor and modified. @throws ShardFailure */
export function fieldValueFactor(
  score: FieldValueFactor,
  { field: fieldNamed, index }: CompileContext,
): (segment: SegmentReader) => NumberOfDocument {
  const { field: name, factor, missing } = score;
  const field = fieldNamed(name);
  if (!field && missing === undefined) {
    const reason = `Unable to find a field mapper for field [${name}]. No 'missing' value defined.`;
    throw queryShardException(`failed to create query: ${reason}`, { type: "exception", reason });
  }
  if (field?.kind === "text" || field?.kind === "geo_shape" || field?.kind === "_id") {
    throw noValues(field, index.indexName);
  }
  if (field?.kind === "keyword" || field?.kind === "geo_point") {
    throw failedToCreateQuery("class_cast_exception", `field [${name}] of type [${field.kind}] has no numbers`);
  }
  const modify = modifiers[score.modifier];
  return (segment) => {
    const read = smallest(segment, name);
    return (doc) => {
      const found = read(doc);
      const value = Number.isNaN(found) ? missing : found;
      if (value === undefined) throw new ShardFailure("exception", `Missing value for field [${name}]`);
      const result = modify(value * factor);
      if (result < 0) throw illegalOnShard(negative(result, value, score.modifier));
      return result;
    };
  };
}

/** Reads the smallest value of a document, NaN where there is none. */
function smallest(segment: SegmentReader, name: string): NumberOfDocument {
  const numbers = segment.numbers(name);
  if (!numbers) return () => Number.NaN;
  const { values, offsets } = numbers;
  if (!offsets) return (doc) => f64(values, doc);
  return (doc) => (u32(offsets, doc) === u32(offsets, doc + 1) ? Number.NaN : f64(values, u32(offsets, doc)));
}

const modifiers: Readonly<Record<Modifier, (value: number) => number>> = {
  none: (value) => value,
  log: Math.log10,
  log1p: (value) => Math.log10(value + 1),
  log2p: (value) => Math.log10(value + 2),
  ln: Math.log,
  ln1p: Math.log1p,
  ln2p: (value) => Math.log1p(value + 1),
  square: (value) => value ** 2,
  sqrt: Math.sqrt,
  reciprocal: (value) => 1 / value,
};

function negative(result: number, value: number, modifier: Modifier): string {
  const shown = Number.isFinite(result) ? javaDoubleText(result) : String(result);
  const got = `[${shown}] for field value: [${javaDoubleText(value)}]`;
  const hint =
    modifier === "ln" || modifier === "log"
      ? `; consider using ${modifier}1p or ${modifier}2p instead of ${modifier} to avoid negative scores`
      : "";
  return `field value function must not produce negative scores, but got: ${got}${hint}`;
}
