import { type Highlighter, makeHighlighter } from "../highlight/highlighter.ts";
import type { FetchedField } from "../language/fetch/fields.ts";
import type { Fetch } from "../language/fetch/read.ts";
import type { CompileContext } from "../query/kind.ts";
import type { Query } from "../query/query.ts";
import { WeakCache } from "../query/weak-cache.ts";
import { type FetchFields, indexedFields, sentFields } from "./fetched-fields.ts";
import type { NamedQueries } from "./named-queries.ts";
import { sourceFilter } from "./source-filter.ts";

/** The contents of each hit, bound to the index. */
export interface FetchPlan {
  /** The `_source` of a hit: the document, nothing, or the function's result for the parsed document. */
  readonly source: "all" | "none" | ((document: unknown) => unknown);
  readonly hasId: boolean;
  readonly highlighter: Highlighter | undefined;
  readonly fields: readonly FetchFields[];
  /** Whether a hit may exceed the limits of work after others have been written. */
  readonly mayBeRefused: boolean;
  readonly named: NamedQueries;
}

/** Shared, since inner searches of a body ask for the same fields. */
const bound = new WeakCache<readonly FetchedField[], FetchFields>();

/** `query`: the query that found the hits. `named`: clauses whose matches the hits list. @throws ShardFailure */
export function planFetch(
  { source, id, highlight, fields, docValues }: Fetch,
  query: Query,
  named: NamedQueries,
  context: CompileContext,
): FetchPlan {
  return {
    source: typeof source === "object" ? sourceFilter(source, context.work) : source,
    hasId: id,
    named,
    fields: [
      ...(docValues.length > 0 ? [bound.of(docValues, () => indexedFields(docValues, context))] : []),
      ...(fields.length > 0 ? [bound.of(fields, () => sentFields(fields, context))] : []),
    ],
    highlighter: highlight && makeHighlighter(highlight, query, context),
    mayBeRefused: highlight !== undefined || fields.some(({ includesUnmapped }) => includesUnmapped),
  };
}

/** Whether documents are needed to write the hits. */
export const needsSource = ({ source, highlighter, fields }: FetchPlan): boolean =>
  source !== "none" || highlighter !== undefined || fields.length > 0;
