import { z } from "zod";
import { searchFeed } from "../../../../contracts/routes/portal/search.ts";
import { SEARCH_WINDOW } from "../../../../contracts/search-limits.ts";
import type { SearchEngine } from "../../../../platform/search/port.ts";
import type { ChangeFeed, PublishedHead, ReadPoint } from "../../changes/change-feed.ts";
import { MAX_ITEMS, type RecordAtomParts, recordAtomText } from "../../changes/newest-records.ts";
import { collect, type Deadline } from "../../search/timed-search.ts";
import { pathOf, type Sought, searchPath, soughtParameters } from "./asked.ts";
import { pidSearch } from "./body.ts";

export interface SearchFeedParts extends RecordAtomParts {
  readonly feed: Pick<ChangeFeed, "now" | "newestRecordsAmong" | "newestRecordsSelected" | "recordsSince">;
}

const PidAnswer = z.object({
  hits: z.object({ total: z.object({ value: z.number() }), hits: z.array(z.object({ _id: z.string() })) }),
});

/** The newest changes among the records that a search finds, as an Atom feed. @throws HttpProblem `view-building` */
export async function searchFeedText(
  sought: Sought,
  engine: SearchEngine,
  deadline: Deadline,
  parts: SearchFeedParts,
): Promise<string> {
  const { feed, publisher } = parts;
  const { publicUrl, name } = publisher();
  const point = await feed.now(["catalogue"]);
  const heads = await newestFound(sought, engine, deadline, point, feed);
  const about = {
    address: publicUrl + pathOf(searchFeed.path, soughtParameters(sought)),
    site: publicUrl + searchPath({ ...sought, sort: undefined, page: 1, facet: undefined }),
    title: sought.q === undefined ? `Search in the records of ${name}` : `${sought.q}: records of ${name}`,
    author: name,
  };
  return recordAtomText(about, heads, point.builds, parts);
}

/** Of a search that finds few, all are looked at; of one that finds many, the newest of the catalogue. */
async function newestFound(
  sought: Sought,
  engine: SearchEngine,
  deadline: Deadline,
  point: ReadPoint,
  feed: SearchFeedParts["feed"],
): Promise<readonly PublishedHead[]> {
  const find = async (size: number, among?: readonly string[]) => {
    const { hits } = await collect(engine, pidSearch(sought, size, among), deadline, PidAnswer);
    return { total: hits.total.value, pids: hits.hits.map(({ _id }) => _id) };
  };
  const { total } = await find(0);
  if (total <= SEARCH_WINDOW) return feed.newestRecordsAmong(point, MAX_ITEMS, (await find(total)).pids);
  return feed.newestRecordsSelected(point, MAX_ITEMS, async (pids) => new Set((await find(pids.length, pids)).pids));
}
