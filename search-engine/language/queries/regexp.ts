import { illegalArgument } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import type { Options } from "../members/options.ts";
import { expectScalarName } from "./clause-name.ts";
import { fieldMembers, textIn } from "./field.ts";
import { aboutField } from "./kind.ts";
import { clausesOfExpression } from "./regexp-cost.ts";

export interface RegexpBody {
  readonly field: string;
  readonly value: string;
  /** Sum of `regexpFlags`: optional operators that the expression may use. */
  readonly flags: number;
  readonly caseInsensitive: boolean;
  /** Name of a rewrite method; undefined: every match scores the boost. */
  readonly rewrite: string | undefined;
  readonly boost: number;
}

/** Lucene's bits of `flags_value`. */
export const regexpFlags = {
  /** `a&b` */
  intersection: 0x01,
  /** `~a` */
  complement: 0x02,
  /** `#` */
  empty: 0x04,
  /** `@` */
  anystring: 0x08,
  /** `<name>`; there are none. */
  automaton: 0x10,
  /** `<1-100>` */
  interval: 0x20,
} as const;

const ALL_FLAGS = 0xff;

const named: ReadonlyMap<string, number> = new Map([
  ["INTERSECTION", regexpFlags.intersection],
  ["COMPLEMENT", regexpFlags.complement],
  ["EMPTY", regexpFlags.empty],
  ["ANYSTRING", regexpFlags.anystring],
  ["INTERVAL", regexpFlags.interval],
  ["NONE", 0],
  ["ALL", ALL_FLAGS],
]);

const options = [
  ...["value", "flags", "flags_value", "max_determinized_states", "case_insensitive", "rewrite", "boost", "_name"],
];

/** Terms that a regular expression of Lucene matches as a whole. */
export const regexp = aboutField<RegexpBody>((body, reader) => {
  const { field, value: short, options: long } = fieldMembers("regexp", body, options);
  if (field === "") throw illegalArgument("field name is null or empty");
  const value = short === undefined ? textIn(long.members, "value") : textIn(body, field);
  if (value === undefined) throw illegalArgument("value cannot be null");
  expectScalarName(long.members);
  long.refuseUnlessText("flags", "rewrite");
  long.refuseTokens({ numbers: ["boost", "max_determinized_states", "flags_value"], booleans: ["case_insensitive"] });
  // Elasticsearch reads this limit, but determinises every expression within a fixed one first.
  long.integer("max_determinized_states");
  const flags = flagsOf(long);
  reader.countClauses(clausesOfExpression(value));
  return {
    field: searchableField(field),
    value,
    flags,
    caseInsensitive: long.boolean("case_insensitive") ?? false,
    rewrite: long.text("rewrite"),
    boost: long.boost,
  };
});

/** Where both are given, the last one counts. */
function flagsOf(given: Options): number {
  let flags = ALL_FLAGS;
  for (const name of given.members.keys()) {
    if (name === "flags") flags = flagsNamed(given.text("flags") ?? "");
    if (name === "flags_value") flags = given.integer("flags_value") ?? ALL_FLAGS;
  }
  return flags & ALL_FLAGS;
}

function flagsNamed(text: string): number {
  if (text === "") return ALL_FLAGS;
  let flags = 0;
  for (const name of text.split("|")) {
    if (name === "") continue;
    const flag = named.get(name.toUpperCase());
    if (flag === undefined) throw illegalArgument(`Unknown regexp flag [${name}]`);
    if (flag === ALL_FLAGS) return ALL_FLAGS;
    flags |= flag;
  }
  return flags;
}
