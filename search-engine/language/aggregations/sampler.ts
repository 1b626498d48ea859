import { parsingException } from "../errors/errors.ts";
import { locationOfValue } from "../json/json.ts";
import { integerAt, isNumber } from "../members/options.ts";
import type { AggregationKind } from "./kind.ts";

export interface SamplerBody {
  /** Number of documents to aggregate: those with the best scores. */
  readonly shardSize: number;
}

const DEFAULT_SHARD_SIZE = 100;

export const sampler: AggregationKind<SamplerBody> = {
  options: undefined,
  makes: "bucket",
  read({ name, body }) {
    for (const [member, value] of body) {
      if (member === "shard_size" && isNumber(value)) continue;
      const reason = `Unsupported property "${member}" for aggregation "${name}`;
      throw parsingException(reason, locationOfValue(body, member));
    }
    const given = body.get("shard_size");
    return { shardSize: given === undefined ? DEFAULT_SHARD_SIZE : integerAt(body, "shard_size") };
  },
};
