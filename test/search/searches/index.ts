import { aggregationSearches } from "./aggregations.ts";
import { compositeSearches } from "./aggregations-composite.ts";
import { filterSearches } from "./aggregations-filters.ts";
import { histogramSearches } from "./aggregations-histograms.ts";
import { rangeSearches } from "./aggregations-ranges.ts";
import { sampleSearches } from "./aggregations-samples.ts";
import { termsSearches } from "./aggregations-terms.ts";
import { boostingSearches } from "./boosting.ts";
import { boxSearches } from "./boxes.ts";
import { changedClockSearches } from "./changed-clocks.ts";
import { collapseSearches } from "./collapse.ts";
import { compoundSearches } from "./compound.ts";
import { epochSearches } from "./dates-epochs.ts";
import { dateFormatSearches } from "./dates-formats.ts";
import { disMaxSearches } from "./dis-max.ts";
import { exactSearches } from "./exact.ts";
import { fieldsSearches } from "./fields.ts";
import { formatSearches } from "./formats.ts";
import { foundDifferences } from "./found-differences.ts";
import { foundFields } from "./found-fields.ts";
import { foundHighlights } from "./found-highlights.ts";
import { functionScoreSearches } from "./function-score.ts";
import { fuzzySearches } from "./fuzzy.ts";
import { geoSearches } from "./geo.ts";
import { geoGridSearches } from "./geo-grids.ts";
import { highlightSearches } from "./highlight.ts";
import { histogramPercentileSearches } from "./histogram-percentiles.ts";
import { innerCollapseSearches } from "./inner-collapse.ts";
import { prefixSearches } from "./match-prefix.ts";
import { metricSearches } from "./metrics.ts";
import { minimumShouldMatchSearches } from "./minimum-should-match.ts";
import { multiMatchSearches } from "./multi-match.ts";
import { namedQuerySearches } from "./named-queries.ts";
import { nestedSearches } from "./nested.ts";
import { numberSearches } from "./numbers.ts";
import { pageSearches } from "./page.ts";
import { pagingSearches } from "./paging.ts";
import { patternSearches } from "./patterns.ts";
import { percentileSearches } from "./percentiles.ts";
import { phraseHighlightSearches } from "./phrase-highlights.ts";
import { pipelinePathSearches } from "./pipeline-paths.ts";
import { pipelineSearches } from "./pipelines.ts";
import { placeMetricSearches } from "./place-metrics.ts";
import { pointSearches } from "./points.ts";
import { postFilterSearches } from "./post-filter.ts";
import { queryStringSearches } from "./query-string.ts";
import { rareTermsSearches } from "./rare-terms.ts";
import { refusedSearches } from "./refused.ts";
import { refusedMemberSearches } from "./refused-members.ts";
import { regexpSearches } from "./regexp.ts";
import { rescoreSearches } from "./rescore.ts";
import { rewritingSearches } from "./rewriting.ts";
import type { Search } from "./search.ts";
import { simpleQueryStringSearches } from "./simple-query-string.ts";
import { sortOptionSearches } from "./sort-options.ts";
import { spelledNumberSearches } from "./spelled-numbers.ts";
import { suggestSearches } from "./suggest.ts";
import { phraseSearches } from "./suggest-phrase.ts";
import { termsSetSearches } from "./terms-set.ts";
import { textSearches } from "./text.ts";
import { topHitsSearches } from "./top-hits.ts";

/** Every search whose answer is recorded from the real Elasticsearch, by family. A family has a fixture of its name. */
export const families: Readonly<Record<string, readonly Search[]>> = {
  text: textSearches,
  fuzzy: fuzzySearches,
  "match-prefix": prefixSearches,
  "multi-match": multiMatchSearches,
  regexp: regexpSearches,
  patterns: patternSearches,
  "terms-set": termsSetSearches,
  exact: exactSearches,
  compound: compoundSearches,
  fields: fieldsSearches,
  rescore: rescoreSearches,
  collapse: collapseSearches,
  page: pageSearches,
  paging: pagingSearches,
  "sort-options": sortOptionSearches,
  "post-filter": postFilterSearches,
  geo: geoSearches,
  points: pointSearches,
  highlight: highlightSearches,
  aggregations: aggregationSearches,
  "aggregations-filters": filterSearches,
  metrics: metricSearches,
  "aggregations-ranges": rangeSearches,
  "aggregations-histograms": histogramSearches,
  percentiles: percentileSearches,
  pipelines: pipelineSearches,
  "place-metrics": placeMetricSearches,
  "aggregations-composite": compositeSearches,
  "aggregations-terms": termsSearches,
  "rare-terms": rareTermsSearches,
  "top-hits": topHitsSearches,
  "aggregations-samples": sampleSearches,
  "geo-grids": geoGridSearches,
  "dates-epochs": epochSearches,
  "dates-formats": dateFormatSearches,
  "spelled-numbers": spelledNumberSearches,
  refused: refusedSearches,
  "found-differences": foundDifferences,
  "found-fields": foundFields,
  "found-highlights": foundHighlights,
  numbers: numberSearches,
  boxes: boxSearches,
  "pipeline-paths": pipelinePathSearches,
  formats: formatSearches,
  "refused-members": refusedMemberSearches,
  "inner-collapse": innerCollapseSearches,
  "histogram-percentiles": histogramPercentileSearches,
  "phrase-highlights": phraseHighlightSearches,
  "changed-clocks": changedClockSearches,
  "dis-max": disMaxSearches,
  boosting: boostingSearches,
  nested: nestedSearches,
  "named-queries": namedQuerySearches,
  "function-score": functionScoreSearches,
  "minimum-should-match": minimumShouldMatchSearches,
  rewriting: rewritingSearches,
  "query-string": queryStringSearches,
  "simple-query-string": simpleQueryStringSearches,
  suggest: suggestSearches,
  "suggest-phrase": phraseSearches,
};
