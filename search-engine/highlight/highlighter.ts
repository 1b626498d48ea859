import type { Field } from "../index/mapping.ts";
import type { IndexReader } from "../index/segment.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { Highlight, HighlightField } from "../language/highlight/read.ts";
import type { Clause } from "../language/queries/table.ts";
import { countedGlob } from "../query/glob.ts";
import type { CompileContext } from "../query/kind.ts";
import { type Query, rewrite } from "../query/query.ts";
import { compileUnwrapped } from "../query/unwrapped.ts";
import { WeakCache } from "../query/weak-cache.ts";
import { textValues } from "../source/field-values.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { askedOfDocuments } from "./occurrences.ts";
import type { PageMatches } from "./page-matches.ts";
import { plainFragments } from "./plain.ts";
import { TextWork } from "./text-work.ts";
import { type HighlightedField, unifiedFragments } from "./unified.ts";

/** Makes the highlights of each hit. */
export interface Highlighter {
  /** Prepares the hits of a page in small steps. @throws ShardFailure */
  prepare(page: Pick<PageMatches, "prepare">): Generator<void>;
  /** The fragments by field name, as JSON; undefined when the hit has none. `place`: the hit's position in index order. */
  highlight(source: unknown, place: number, page: PageMatches): string | undefined;
}

/** A query in the form in which texts are searched for it. */
interface Sought {
  readonly query: Query;
  readonly leaves: readonly Leaf[];
}

interface Highlighted extends Sought {
  readonly field: Field;
  /** Fields whose matches are marked in its text as well. The field itself may be one of them. */
  readonly others: readonly Field[];
  readonly options: HighlightField;
}

/** Binds `highlight` to the index. `query`: the query of the search. @throws ShardFailure */
export function makeHighlighter(highlight: Highlight, query: Query, context: CompileContext): Highlighter {
  const fields = new Map<string, Highlighted>();
  const compiled = new WeakCache<Clause, Query>();
  for (const options of highlight.fields) {
    const clause = options.query;
    // Fields without a query of their own share that of the search.
    const own = clause ? compiled.of(clause, () => compileUnwrapped(clause, context)) : query;
    const others = options.matchedFields.flatMap((name) => fieldsNamed(name, context.index));
    for (const field of fieldsOf(options.name, context)) {
      fields.set(field.name, { field, others, options, ...soughtBy(own) });
    }
  }
  const all = [...fields.values()];
  return {
    *prepare(page) {
      for (const [asked, names] of namesByQuery(all)) {
        for (const inner of askedOfDocuments(asked, names)) yield* page.prepare(inner);
      }
    },
    highlight(source, place, page) {
      const work = new TextWork(context.work);
      const found = all.flatMap((each) => {
        const fragments = fragmentsOf(each, source, (inner) => page.matches(inner, place), work);
        return fragments.length > 0 ? [`${JSON.stringify(each.field.name)}:${JSON.stringify(fragments)}`] : [];
      });
      work.end();
      return found.length > 0 ? `{${found.join(",")}}` : undefined;
    },
  };
}

/** Shared, since all `top_hits` highlight the query of the search. */
const sought = new WeakCache<Query, Sought>();

const soughtBy = (query: Query): Sought =>
  sought.of(query, () => ({ query: rewrite(query), leaves: [...leavesOf(query)] }));

/** The fields that are highlighted with the whole of each query. */
function namesByQuery(fields: readonly Highlighted[]): ReadonlyMap<Query, ReadonlySet<string>> {
  const names = new Map<Query, Set<string>>();
  for (const { field, others, options, query } of fields) {
    if (options.type !== "unified" || !options.requiresFieldMatch) continue;
    const known = names.get(query) ?? new Set();
    for (const { name } of [field, ...others]) known.add(name);
    names.set(query, known);
  }
  return names;
}

/** A pattern matches text and keyword fields only. */
function fieldsOf(name: string, { index, work }: CompileContext): Field[] {
  const { fields } = index;
  if (!name.includes("*")) return fieldsNamed(name, index);
  const matches = countedGlob(name, work);
  return fields.names().flatMap((each) => {
    const field = !each.startsWith("_") && matches(each) ? fields.field(each) : undefined;
    return field?.kind === "text" || field?.kind === "keyword" ? [field] : [];
  });
}

function fieldsNamed(name: string, { fields }: IndexReader): Field[] {
  const field = fields.field(name);
  return field && !name.startsWith("_") ? [field] : [];
}

function fragmentsOf(
  { field, others, options, query, leaves }: Highlighted,
  source: unknown,
  matches: (query: Query) => boolean,
  work: TextWork,
): string[] {
  const make = highlighterOf(options.type, field.name);
  const values = textValues(field, source);
  work.spend(1);
  if (values.length === 0) return [];
  work.spend(others.length);
  const matched = [field, ...others.filter(({ name }) => name !== field.name)];
  return make({ name: field.name, kind: field.kind, matched, values, query, leaves, options, matches, work });
}

function highlighterOf(type: string, field: string): (field: HighlightedField) => string[] {
  if (type === "unified") return unifiedFragments;
  if (type === "plain") return plainFragments;
  if (type !== "fvh") throw illegalOnShard(`unknown highlighter type [${type}] for the field [${field}]`);
  const needed = "should be indexed with term vector with position offsets to be used with fast vector highlighter";
  throw illegalOnShard(`the field [${field}] ${needed}`);
}
