import { DateProblem } from "../language/dates/problem.ts";
import { illegalOnShard, noFielddata, ShardFailure } from "../language/errors.ts";
import type { Field } from "./index/mapping.ts";

/** A field that can't be sorted and aggregated by, as a shard refuses it. */
export function fielddataRefused({ name, kind }: Field, indexName: string): ShardFailure {
  if (kind !== "text") return noFielddata(name, kind);
  return illegalOnShard(
    `Fielddata is disabled on [${name}] in [${indexName}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  );
}

/** A number of the search that stands for a field's value. @throws ShardFailure */
export function numberIn(text: string): number {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw new ShardFailure("number_format_exception", `For input string: "${text}"`);
  return number;
}

/** Dates and formats that can't be read are refused as a shard refuses them. @throws ShardFailure */
export function asShardFailure<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof DateProblem ? new ShardFailure(error.type, error.message) : error;
  }
}
