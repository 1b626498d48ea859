import { illegalArgument, rejected } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import { checked, type OptionValue } from "./option-value.ts";

/** Common options of all suggesters. */
export interface CommonOptions {
  readonly field: string;
  readonly analyzer: string | undefined;
  /** Number of options to answer. */
  readonly size: number;
  /** Number of options that are found and sorted before `size` of them are answered. */
  readonly shardSize: number;
}

export type Given<Options> = { -readonly [Name in keyof Options]?: Options[Name] };

/** Readers of options by name. Each reads a value into the options. @throws SearchRejected */
export type OptionReaders<Options> = Readonly<Record<string, (value: OptionValue, given: Given<Options>) => void>>;

export const commonReaders: OptionReaders<CommonOptions> = {
  field(value, given) {
    given.field = value.text;
  },
  analyzer(value, given) {
    given.analyzer = value.text;
  },
  size(value, given) {
    given.size = checked(value.whole(), (size) => size > 0, "size must be positive");
  },
  shard_size(value, given) {
    given.shardSize = value.whole();
  },
};

const DEFAULT_SIZE = 5;

/** The options with their defaults. @throws SearchRejected; ShardFailure for a field that is not searchable */
export function commonOptions({
  field,
  analyzer,
  size = DEFAULT_SIZE,
  shardSize,
}: Given<CommonOptions>): CommonOptions {
  if (field === undefined) throw rejected("parse_exception", "the required field option [field] is missing");
  if (field === "") throw illegalArgument("suggestion field name is empty");
  return {
    field: searchableField(field),
    analyzer,
    size,
    shardSize: shardSize ?? Math.max(size, DEFAULT_SIZE),
  };
}
