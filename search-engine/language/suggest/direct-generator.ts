import { analyzerNamed } from "../analysis/analyzers.ts";
import { illegalArgument, illegalOnShard } from "../errors/errors.ts";
import type { JsonObject } from "../json/json.ts";
import { ObjectMembers } from "../members/object-members.ts";
import {
  constantNamed,
  defaultSpelling,
  type Spelling,
  stringDistances,
  suggestModes,
  suggestOrders,
} from "./spelling.ts";

/** A generator of candidates for the words of a phrase: similar terms of a field. */
export interface DirectGenerator {
  readonly field: string;
  /** Number of candidates for a word. */
  readonly size: number;
  readonly spelling: Spelling;
  /** The analyzer of words before they are compared with terms, and that of the terms found. */
  readonly preFilter: string | undefined;
  readonly postFilter: string | undefined;
}

const DEFAULT_SIZE = 5;

const names = [
  ...["field", "pre_filter", "post_filter", "suggest_mode", "min_doc_freq", "accuracy", "size", "sort"],
  ...["string_distance", "max_inspections", "max_term_freq", "max_edits", "min_word_length", "prefix_length"],
];

export const defaultGenerator = (field: string): DirectGenerator => ({
  field,
  size: DEFAULT_SIZE,
  spelling: defaultSpelling,
  preFilter: undefined,
  postFilter: undefined,
});

/** @throws SearchRejected; ShardFailure for an unknown analyzer or constant */
export function readDirectGenerator(body: JsonObject): DirectGenerator {
  const members = new ObjectMembers("direct_generator", body, names);
  const numbers = readNumbers(members);
  const [field, preFilter, postFilter] = [
    members.text("field"),
    members.text("pre_filter"),
    members.text("post_filter"),
  ];
  const constants = [members.text("suggest_mode"), members.text("sort"), members.text("string_distance")] as const;
  if (field === undefined) throw illegalArgument("Required [field]");
  for (const analyzer of [preFilter, postFilter]) {
    if (analyzer !== undefined && !analyzerNamed(analyzer)) {
      throw illegalOnShard(`Analyzer [${analyzer}] doesn't exists`);
    }
  }
  const { size, ...spelling } = numbers;
  return { field, size, preFilter, postFilter, spelling: { ...spelling, ...readConstants(...constants) } };
}

type Constants = Pick<Spelling, "mode" | "sort" | "distance">;

function readNumbers(members: ObjectMembers): Omit<Spelling, keyof Constants> & Pick<DirectGenerator, "size"> {
  const size = members.integer("size") ?? DEFAULT_SIZE;
  if (size <= 0) throw members.invalid("size", "Size must be positive");
  const maxEdits = members.integer("max_edits") ?? defaultSpelling.maxEdits;
  if (maxEdits !== 1 && maxEdits !== 2) throw members.invalid("max_edits", `Illegal max_edits value ${maxEdits}`);
  return {
    size,
    maxEdits,
    prefixLength: members.integer("prefix_length") ?? defaultSpelling.prefixLength,
    minWordLength: members.integer("min_word_length") ?? defaultSpelling.minWordLength,
    maxInspections: members.integer("max_inspections") ?? defaultSpelling.maxInspections,
    minDocFreq: Math.fround(members.number("min_doc_freq") ?? defaultSpelling.minDocFreq),
    maxTermFreq: Math.fround(members.number("max_term_freq") ?? defaultSpelling.maxTermFreq),
    accuracy: Math.fround(members.number("accuracy") ?? defaultSpelling.accuracy),
  };
}

function readConstants(mode: string | undefined, sort: string | undefined, distance: string | undefined): Constants {
  const { mode: anyMode, sort: anySort, distance: anyDistance } = defaultSpelling;
  return {
    mode: mode === undefined ? anyMode : constantOf(mode, suggestModes, `Illegal suggest mode ${mode.toLowerCase()}`),
    sort: sort === undefined ? anySort : constantOf(sort, suggestOrders, `${SORT_BY}.${sort.toUpperCase()}`),
    distance:
      distance === undefined
        ? anyDistance
        : constantOf(distance, stringDistances, `Illegal distance option ${distance.toLowerCase()}`),
  };
}

const SORT_BY = "No enum constant org.elasticsearch.search.suggest.SortBy";

function constantOf<Name extends string>(text: string, names: readonly Name[], refusal: string): Name {
  const name = constantNamed(text, names);
  if (name === undefined) throw illegalOnShard(refusal);
  return name;
}
