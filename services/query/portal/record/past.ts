import { slugOf } from "../../../../contracts/slug.ts";
import { EngineUnavailable } from "../../../../platform/errors.ts";
import { invalidParameters } from "../../../../platform/http/parameters.ts";
import { HttpProblem, problem } from "../../../../platform/http/problem.ts";
import type { SentRead } from "../../http/read.ts";
import type { PastRecords } from "../../records/past-records.ts";
import type { RecordRevision } from "../../records/record-history.ts";
import { comparisonOf } from "./comparison.ts";
import type { ComparedRevisions } from "./comparison-page.tsx";
import type { History } from "./history.tsx";
import { jsonOf, listed, revisionRange } from "./revisions.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A page of a record's revisions. The view knows its last revision. @throws HttpProblem for a page behind the last */
export async function historyOf(
  past: PastRecords,
  given: SentRead,
  { pid, revision: newest }: StoredRecord,
  page: number,
): Promise<History> {
  const range = revisionRange(newest, page);
  if (range === undefined) {
    const message = `is behind the last page of the history, which has ${newest + 1} revisions`;
    throw invalidParameters([{ path: "page", message }]);
  }
  const { from, to } = range;
  // With the revision before the first of the page, to tell what changed in that.
  const described = await past.describe(given, pid, { from: Math.max(0, from - 1), to }, listed);
  const revisions = described.filter(({ revision }) => revision >= from).reverse();
  return { ...range, newest, revisions };
}

/** Two revisions of a record with what differs. @throws HttpProblem where one does not exist, or has no content */
export async function comparedRevisions(
  past: PastRecords,
  given: SentRead,
  { pid, revision: newest }: StoredRecord,
  [one, other]: readonly [number, number],
): Promise<ComparedRevisions> {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  if (last > newest) throw noRevision(last, pid);
  const [before, after] = await past.revisions(given, pid, [first, last]);
  const [earlier, later] = [withContent(before, first, pid), withContent(after, last, pid)];
  return { before: earlier, after: later, comparison: comparisonOf(earlier.content, later.content), newest };
}

/** @throws HttpProblem where the revision does not exist, or is a deletion */
function withContent(found: RecordRevision | undefined, revision: number, pid: string) {
  if (found === undefined) throw noRevision(revision, pid);
  const { time, record } = found;
  if (record === undefined) {
    const detail = `Revision ${revision} of the record ${pid} is its deletion; compare another.`;
    throw problem("record-unknown", detail, { members: { history: historyPagePath(pid) } });
  }
  return { revision, time, content: jsonOf(record) };
}

function noRevision(revision: number, pid: string): HttpProblem {
  const members = { history: historyPagePath(pid) };
  return problem("record-unknown", `The record ${pid} has no revision ${revision}.`, { members });
}

/** The page of a record's history, which stays when the record is deleted. */
export const historyPagePath = (pid: string): string => `/records/${slugOf(pid)}?page=1`;

/** For a part of a page that the rest does not need: undefined where it can't be read just now. */
export function undefinedWhereBusy(error: unknown): undefined {
  const isTemporary = error instanceof EngineUnavailable || (error instanceof HttpProblem && error.code === "busy");
  if (!isTemporary) throw error;
  return undefined;
}
