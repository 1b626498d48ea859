import type { HighlightField } from "../../../search-engine/language/highlight/read.ts";
import { expectAtMost } from "../../../search-engine/language/members/bounds.ts";
import type { Page } from "../../../search-engine/language/page.ts";
import type { FuzzyTerm } from "../../../search-engine/language/queries/kind.ts";
import { fieldCount } from "../../../search-engine/language/queries/multi-match.ts";
import type { Search } from "../../../search-engine/language/search.ts";
import { MAX_HIGHLIGHTED_FUZZY } from "./limits.ts";
import { topHits } from "./top-hits.ts";

/**
 * Limits the highlighted fields of fuzzy terms to what Elasticsearch's memory allows: it creates the automaton of each
 * term again for each field, and keeps them all until the search ends.
 * @throws SearchRejected
 */
export function checkHighlights(search: Search): void {
  const pages = [search, ...(search.collapse?.innerHits ?? []), ...topHits(search.aggregations ?? [])];
  const bytes = pages.reduce((sum, page) => sum + fuzzyBytes(page, search.fuzzyTerms), 0);
  expectAtMost(MAX_HIGHLIGHTED_FUZZY, bytes, "bytes", "[highlight] has, of fuzzy terms in each of their fields,");
}

/** With `require_field_match` a field only has its own terms, else those of all fields. */
function fuzzyBytes({ fetch }: Page, terms: readonly FuzzyTerm[]): number {
  const fields = fetch.highlight?.fields ?? [];
  const own = count(fields.filter(hasOnlyOwn));
  const others = count(fields.filter((field) => !hasOnlyOwn(field)));
  return terms.reduce((sum, term) => sum + term.bytes * (Math.min(term.fields, own) + term.fields * others), 0);
}

const hasOnlyOwn = ({ requiresFieldMatch, matchedFields }: HighlightField): boolean =>
  requiresFieldMatch && matchedFields.length === 0;

const count = (fields: readonly HighlightField[]): number =>
  fields.length === 0 ? 0 : fieldCount(fields.map(({ name }) => name));
