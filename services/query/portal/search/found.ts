import { z } from "zod";
import { FILTER_NAMES, type FilterName } from "../../../../contracts/routes/portal/search.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import { type Period, periodOf } from "../../dataset/period.ts";
import { lineOf } from "../../dataset/text.ts";
import type { Asked, Removable } from "./asked.ts";
import {
  ANY_WORD,
  type Changes,
  chosenOf,
  FACET_SIZE,
  HIGHLIGHTED,
  LONG_FACET_SIZE,
  MARK,
  MEANT,
  SHOWN,
} from "./body.ts";

/** What a search has found, for its page. */
export interface Found {
  readonly total: number;
  readonly results: readonly Result[];
  readonly facets: Readonly<Record<FilterName, Facet>>;
  /** Facilities by identifier, with the number of datasets that are found at each; the largest, if there are many. */
  readonly facilities: readonly FacetValue[];
}

export interface Result {
  readonly slug: string;
  readonly title: readonly Piece[];
  readonly abstract: readonly Piece[];
  /** Its name, else its identifier. */
  readonly facility: string | undefined;
  readonly facilityIdentifier: string | undefined;
  readonly period: Period | undefined;
  readonly variables: readonly string[];
}

/** A part of a text, and whether it is a found word. */
export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** The values of a filter: the chosen ones, then the largest. */
export interface Facet {
  readonly values: readonly FacetValue[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
  readonly isChosen: boolean;
}

const Buckets = z.object({
  buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })),
  sum_other_doc_count: z.number(),
});
const Values = z.record(z.string(), z.union([Buckets, z.looseObject({})]));

const texts = z.array(z.string()).optional();

/** The engine's answer to `pageSearch`. */
export const PageAnswer = z.object({
  hits: z.object({
    total: z.object({ value: z.number() }),
    hits: z.array(
      z.object({
        _id: z.string(),
        fields: z.record(z.string(), z.array(z.string())).optional(),
        highlight: z.object({ [HIGHLIGHTED.title]: texts, [HIGHLIGHTED.abstract]: texts }).optional(),
      }),
    ),
  }),
  aggregations: Values,
});
type PageAnswer = z.infer<typeof PageAnswer>;

/** The engine's answer to `otherSearches`. */
export const OtherAnswer = z.object({
  aggregations: z.object({
    searches: z.object({ buckets: z.record(z.string(), z.object({ doc_count: z.number() })) }),
  }),
});

export function foundOf(answer: PageAnswer, asked: Asked): Found {
  const total = answer.hits.total.value;
  const counted = countedValues(answer.aggregations);
  // If nothing is found, other values without datasets are no help.
  const facets = FILTER_NAMES.map((name) => [name, facetOf(counted, asked, { name, withEmpty: total > 0 })] as const);
  const { values } = facetOf(counted, { ...asked, facet: "facility" }, { name: "facility", withEmpty: false });
  return {
    total,
    results: answer.hits.hits.map(resultOf),
    // `fromEntries` forgets that the names are those of filters.
    facets: Object.fromEntries(facets) as Record<FilterName, Facet>,
    facilities: asked.facility.length > 0 ? values.filter(({ isChosen }) => isChosen) : values,
  };
}

type Counted = ReadonlyMap<string, z.infer<typeof Buckets>>;

/** Values stand at the top, or in a bucket of what other filters leave. */
function countedValues(aggregations: PageAnswer["aggregations"]): Counted {
  const found = new Map<string, z.infer<typeof Buckets>>();
  for (const [name, aggregation] of Object.entries(aggregations)) {
    const inside = "buckets" in aggregation ? { [name]: aggregation } : aggregation;
    for (const [each, values] of Object.entries(inside)) {
      const read = Buckets.safeParse(values);
      if (read.success) found.set(each, read.data);
    }
  }
  return found;
}

interface FacetOptions {
  readonly name: FilterName;
  /** Whether values that would leave nothing are listed, where there are few values. */
  readonly withEmpty: boolean;
}

function facetOf(counted: Counted, asked: Asked, { name, withEmpty }: FacetOptions): Facet {
  const all = counted.get(name);
  const chosen = new Map(counted.get(chosenOf(name))?.buckets.map(({ key, doc_count }) => [key, doc_count]));
  const others = (all?.buckets ?? []).filter(({ key }) => !asked[name].includes(key));
  const size = asked.facet === name ? LONG_FACET_SIZE : FACET_SIZE;
  const left = others.filter(({ doc_count }) => doc_count > 0);
  const listed = (withEmpty && others.length <= size ? others : left).slice(0, size);
  return {
    values: [
      ...asked[name].map((value) => ({ value, count: chosen.get(value) ?? 0, isChosen: true })),
      ...listed.map(({ key, doc_count }) => ({ value: key, count: doc_count, isChosen: false })),
    ],
    hasMore: left.length > size || (all?.sum_other_doc_count ?? 0) > 0,
  };
}

type Hit = PageAnswer["hits"]["hits"][number];

function resultOf({ _id: pid, fields = {}, highlight = {} }: Hit): Result {
  const first = (field: string): string | undefined => lineOf(fields[field]?.[0]);
  const [marked] = highlight[HIGHLIGHTED.title] ?? [];
  const abstract = highlight[HIGHLIGHTED.abstract] ?? [];
  return {
    slug: slugOf(pid),
    title: titleOf(fields[SHOWN.title]?.[0], marked, pid),
    abstract: abstract.flatMap((fragment, index) => [
      ...(index > 0 ? [{ text: " … ", isFound: false }] : []),
      ...piecesOf(fragment),
    ]),
    facility: first(SHOWN.facilityName) ?? first(SHOWN.facility),
    facilityIdentifier: fields[SHOWN.facility]?.[0],
    period: periodOf({
      time_period_begin: fields[SHOWN.begin]?.[0] ?? "",
      time_period_end: fields[SHOWN.end]?.[0] ?? "",
    }),
    variables: (fields[SHOWN.variables] ?? []).flatMap((name) => lineOf(name) ?? []),
  };
}

/** The whole title with its marked part, which begins with the sentence of the first found word. */
function titleOf(title: string | undefined, marked: string | undefined, pid: string): readonly Piece[] {
  if (lineOf(title ?? marked) === undefined) return [{ text: pid, isFound: false }];
  if (marked === undefined) return piecesOf(title ?? "");
  if (title === undefined) return piecesOf(`${marked}…`);
  const plain = marked.replaceAll(MARK.begin, "").replaceAll(MARK.end, "");
  const at = title.indexOf(plain);
  if (at < 0) return piecesOf(title);
  return piecesOf(title.slice(0, at) + marked + title.slice(at + plain.length));
}

/** Splits a text at its marks. */
function piecesOf(text: string): readonly Piece[] {
  const [before = "", ...marked] = text.split(MARK.begin);
  const after = marked.flatMap((part) => {
    const end = Math.max(0, part.indexOf(MARK.end));
    return [
      { text: part.slice(0, end), isFound: true },
      { text: part.slice(end), isFound: false },
    ];
  });
  return [{ text: before, isFound: false }, ...after]
    .map((piece) => ({ ...piece, text: piece.text.replaceAll(MARK.end, "") }))
    .filter((piece) => piece.text !== "");
}

/** A part of a search without which something is found; `any`: with any of its words. */
export interface Fewer {
  readonly part: Removable | typeof ANY_WORD;
  readonly count: number;
}

/** Words that may be meant by those of a search, and how many datasets they find. */
export interface Meant {
  readonly q: string;
  readonly count: number;
}

/** Searches that find more than the one that was asked for. */
export interface Others {
  /** Any of the words, and without the one part that brings most back. */
  readonly fewer: readonly Fewer[];
  readonly meant: Meant | undefined;
}

export const NO_OTHERS: Others = { fewer: [], meant: undefined };

/** `found`: how many datasets the search itself finds. */
export function othersOf(
  { aggregations }: z.infer<typeof OtherAnswer>,
  { parts, meant }: Changes,
  found: number,
): Others {
  const { buckets } = aggregations.searches;
  const countOf = (search: string): number => buckets[search]?.doc_count ?? 0;
  const counted = (part: Fewer["part"]): Fewer => ({ part, count: countOf(part) });
  const [most] = parts.map(counted).sort((a, b) => b.count - a.count);
  return {
    fewer: [counted(ANY_WORD), ...(most ? [most] : [])].filter(({ count }) => count > 0),
    meant: meant !== undefined && countOf(MEANT) > found ? { q: meant, count: countOf(MEANT) } : undefined,
  };
}
