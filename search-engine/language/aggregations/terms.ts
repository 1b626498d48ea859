import type { AggregationKind } from "./kind.ts";
import { readTermFilters, type TermFilters } from "./term-filters.ts";
import { readSelection, SELECTION_OPTIONS, type TermSelection } from "./term-selection.ts";
import { VALUES_OPTIONS, type ValuesBody } from "./values.ts";

export interface TermsBody extends ValuesBody, TermSelection, TermFilters {
  /** Elasticsearch's way of counting a keyword's terms. It makes no difference here; unknown names are refused. */
  readonly executionHint: string | undefined;
}

export const terms: AggregationKind<TermsBody> = {
  options: [...VALUES_OPTIONS, ...SELECTION_OPTIONS, "include", "exclude", "execution_hint"],
  makes: "buckets",
  read(members) {
    const values = members.values();
    const selection = readSelection(members);
    return { ...values, ...selection, executionHint: members.text("execution_hint"), ...readTermFilters(members) };
  },
};
