import { MAX_RESCORE_WINDOW } from "../limits.ts";
import {
  illegalArgument,
  illegalOnShard,
  located,
  parsingException,
  rejected,
  type ShardFailure,
} from "./errors/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfEnd, locationOfValue } from "./json/json.ts";
import { inMember } from "./members/in-member.ts";
import { ObjectMembers } from "./members/object-members.ts";
import { integerAt, isScalar, tokenOf, unknownKey } from "./members/options.ts";
import type { ClauseReader } from "./queries/kind.ts";
import type { Clause } from "./queries/table.ts";
import type { SortKey } from "./sort/read.ts";

/** One pass of `rescore`: another query changes the scores of the best hits so far. */
export interface Rescore {
  readonly query: Clause;
  /** Number of best hits to rescore. */
  readonly window: number;
  /** Factors of the score so far and of this query's score, float32. */
  readonly queryWeight: number;
  readonly rescoreWeight: number;
  readonly mode: ScoreMode;
}

const scoreModes = ["avg", "max", "min", "total", "multiply"] as const;
export type ScoreMode = (typeof scoreModes)[number];

const DEFAULT_WINDOW = 10;
/** Reads `rescore`; none when it is absent. @throws SearchRejected, ShardFailure */
export function readRescores(
  body: JsonObject,
  sort: readonly SortKey[] | undefined,
  reader: ClauseReader<Clause>,
): readonly Rescore[] {
  const value = body.get("rescore");
  if (value === undefined) return [];
  if (!isObject(value) && !isArray(value)) throw unknownKey("rescore", body);
  const rescores = (isArray(value) ? value : [value]).map((each) => readRescore(each, reader));
  if (rescores.length > 0 && sort) throw illegalOnShard("Cannot use [sort] option in conjunction with [rescore].");
  for (const { window } of rescores) if (window > MAX_RESCORE_WINDOW) throw windowTooLarge(window);
  return rescores;
}

function readRescore(value: JsonValue, reader: ClauseReader<Clause>): Rescore {
  // Elasticsearch reports the token behind the value.
  if (!isObject(value)) throw parsingException("unexpected token [END_ARRAY] after [null]");
  let window: number | undefined;
  let query: Omit<Rescore, "window"> | undefined;
  for (const [name, member] of value) {
    const at = locationOfValue(value, name);
    if (isObject(member)) {
      if (name !== "query") throw unknownRescorer(name, value);
      query = readQuery(member, reader);
    } else if (isScalar(member)) {
      if (name !== "window_size") throw parsingException(`rescore doesn't support [${name}]`, at);
      window = windowOf(value);
    } else throw parsingException(`unexpected token [${tokenOf(member)}] after [${name}]`, at);
  }
  if (!query) throw parsingException("missing rescore type", locationOfEnd(value));
  return { ...query, window: window ?? DEFAULT_WINDOW };
}

function readQuery(value: JsonObject, reader: ClauseReader<Clause>): Omit<Rescore, "window"> {
  const members = new ObjectMembers("query", value, [
    "rescore_query",
    "query_weight",
    "rescore_query_weight",
    "score_mode",
  ]);
  const given = members.object("rescore_query");
  const query = given && inMember(members, "rescore_query", () => reader.read(given, value, "rescore_query"));
  const weights = [members.number("query_weight"), members.number("rescore_query_weight")] as const;
  const mode = modeOf(members);
  if (!query) throw illegalArgument("rescore_query cannot be null");
  return { query, queryWeight: Math.fround(weights[0] ?? 1), rescoreWeight: Math.fround(weights[1] ?? 1), mode };
}

function modeOf(members: ObjectMembers): ScoreMode {
  const text = members.text("score_mode");
  const mode = scoreModes.find((each) => each === (text?.toLowerCase() ?? "total"));
  if (!mode) throw members.invalid("score_mode", `illegal score_mode [${text}]`);
  return mode;
}

function windowOf(parent: JsonObject): number {
  const window = integerAt(parent, "window_size");
  if (window < 0) throw illegalArgument(`[window_size] must not be negative but was [${window}]`);
  return window;
}

function unknownRescorer(name: string, parent: JsonObject): Error {
  const at = locationOfValue(parent, name);
  return rejected("named_object_not_found_exception", located(`unknown field [${name}]`, at));
}

const windowTooLarge = (window: number): ShardFailure =>
  illegalOnShard(
    `Rescore window [${window}] is too large. It must be less than [${MAX_RESCORE_WINDOW}]. This prevents allocating massive heaps for storing the results to be rescored. This limit can be set by changing the [index.max_rescore_window] index level setting.`,
  );
