import { z } from "zod";
import { slugOf } from "../../../../contracts/slug.ts";
import type { SearchEngine } from "../../../../platform/search/port.ts";
import { type Period, periodOf } from "../../dataset/period.ts";
import { lineOf, shortened } from "../../dataset/text.ts";
import { collect, type Deadline } from "../../search/timed-search.ts";

const MAX_DATASETS = 10;
const MAX_TITLE_LENGTH = 300;

const TITLE = "identification.title.keyword";
const BEGIN = "temporal_extent.time_period_begin";
const END = "temporal_extent.time_period_end";

/** The newest datasets of a facility, and how many it has. */
export interface NewestDatasets {
  readonly total: number;
  readonly datasets: readonly { readonly slug: string; readonly title: string; readonly period: Period | undefined }[];
}

const Answer = z.object({
  hits: z.object({
    total: z.object({ value: z.number() }),
    hits: z.array(z.object({ _id: z.string(), fields: z.record(z.string(), z.array(z.string())).optional() })),
  }),
});

/** Searches for the datasets of a facility. @throws what the engine does */
export async function newestDatasets(
  engine: SearchEngine,
  facility: string,
  deadline: Deadline,
): Promise<NewestDatasets> {
  const instants = [BEGIN, END].map((field) => ({ field, format: "strict_date_optional_time" }));
  const search = {
    size: MAX_DATASETS,
    track_total_hits: true,
    _source: false,
    docvalue_fields: [{ field: TITLE }, ...instants],
    query: { bool: { filter: [{ term: { "facility.identifier.keyword": facility } }] } },
    sort: [
      { "dataset_metadata.time_content_revised": { order: "desc" } },
      { "identification.identifier.pid.keyword": { order: "asc" } },
    ],
  };
  const { hits } = await collect(engine, search, deadline, Answer);
  return {
    total: hits.total.value,
    datasets: hits.hits.map(({ _id: pid, fields = {} }) => ({
      slug: slugOf(pid),
      title: shortened(lineOf(fields[TITLE]?.[0]) ?? pid, MAX_TITLE_LENGTH),
      period: periodOf({
        time_period_begin: fields[BEGIN]?.[0] ?? "",
        time_period_end: fields[END]?.[0] ?? "",
      }),
    })),
  };
}
