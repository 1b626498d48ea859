import { MAX_RARE_DOC_COUNT } from "../../limits.ts";
import type { AggregationKind } from "./kind.ts";
import { readTermFilters, type TermFilters } from "./term-filters.ts";
import { VALUES_OPTIONS, type ValuesBody } from "./values.ts";

export interface RareTermsBody extends ValuesBody, TermFilters {
  /** Maximum number of documents of a term. */
  readonly maxDocCount: number;
}

const MIN_PRECISION = 0.00001;

export const rareTerms: AggregationKind<RareTermsBody> = {
  options: [...VALUES_OPTIONS, "max_doc_count", "precision", "include", "exclude"],
  makes: "buckets",
  read(members) {
    const values = members.values();
    const maxDocCount = members.integer("max_doc_count", "long") ?? 1;
    if (maxDocCount <= 0) {
      const reason = `[max_doc_count] must be greater than 0. Found [${maxDocCount}] in [${members.name}]`;
      throw members.invalid("max_doc_count", reason);
    }
    if (maxDocCount > MAX_RARE_DOC_COUNT) {
      throw members.invalid(
        "max_doc_count",
        `[max_doc_count] must be smallerthan ${MAX_RARE_DOC_COUNT}in [${members.name}]`,
      );
    }
    // The precision of Elasticsearch's filter of frequent terms. Terms are counted exactly here.
    if ((members.number("precision") ?? 1) < MIN_PRECISION) {
      throw members.invalid("precision", "[precision] must be greater than 0.00001");
    }
    return { ...values, maxDocCount, ...readTermFilters(members) };
  },
};
