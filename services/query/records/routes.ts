import type { Response } from "express";
import { getHistory, getRecord } from "../../../contracts/routes/records.ts";
import type { catalogue } from "../../../contracts/views/catalogue.ts";
import { LIMITS } from "../../../platform/admission/limits.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { OpenAnswers, type OpenLimits } from "../../../platform/http/open-answers.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { JsonAnswer, REVALIDATE, sendJson } from "../http/conditional.ts";
import type { BindRead, SentRead } from "../http/read.ts";
import { stream } from "../http/streaming.ts";
import { deletionTime } from "../views/deletion-time.ts";
import type { PastRecords } from "./past-records.ts";
import { historyOf } from "./record-history.ts";
import { StoredRecords } from "./stored-records.ts";

const NOT_CURRENT = "The catalogue cannot be read at the moment; try again.";
const TOO_MANY_HISTORIES = "Too many histories are being read at once; try again.";

export interface RecordParts {
  readonly database: Queryable;
  /** The build that an answer is made from. @throws HttpProblem `view-building` */
  readonly use: (response: Response) => typeof catalogue;
  readonly progress: Pick<ViewProgress, "hasLapsed">;
  readonly eventStore: Pick<EventStore, "read" | "logId">;
  readonly past: PastRecords;
  readonly read: BindRead;
}

/** One record by its PID: as it is, as it was at a time, and everything that happened to it. */
export function recordRoutes(
  { database, eventStore, past, progress, use, read }: RecordParts,
  openHistories: OpenLimits = LIMITS.histories,
): readonly ServedRoute[] {
  const histories = new OpenAnswers(openHistories, TOO_MANY_HISTORIES);
  const records = new StoredRecords(database);
  const recordNow = (response: Response, pid: string) => {
    const build = use(response);
    // A build that was replaced is kept up to date only while its readers are known.
    if (progress.hasLapsed(build)) throw problem("engine-unavailable", NOT_CURRENT);
    return records.read(build, pid);
  };
  const deleted = (response: Response, pid: string) => {
    const build = use(response);
    const tombstones = { view: build, table: build.tables.records, column: "pid" } as const;
    return deletionTime(database, eventStore.logId, tombstones, pid);
  };
  const recordThen = async (given: SentRead, pid: string, at: number) => {
    const record = await past.at(given, pid, at);
    return record && new JsonAnswer(record.json);
  };
  return [
    read(getRecord, async (given) => {
      const { response } = given;
      const { pid, at } = given.parameters;
      const found = await (at === undefined ? recordNow(response, pid) : recordThen(given, pid, at));
      if (found === undefined) throw unknownRecord(pid, at, await deleted(response, pid));
      sendJson(given, found);
    }),
    read(getHistory, async ({ parameters: { pid }, request, response }) => {
      using reading = await histories.admit(clientOf(request), () => response.destroy());
      const entries = historyOf(eventStore, pid);
      const first = await entries.next();
      if (first.done) throw unknownRecord(pid);
      response.set("Cache-Control", REVALIDATE).type("application/json");
      await stream(response, reading.watched(listed(first.value, entries)));
    }),
  ];
}

function unknownRecord(pid: string, at?: number, deleted?: string): HttpProblem {
  const then = at === undefined ? "" : ` at ${new Date(at).toISOString()}`;
  return problem(
    "record-unknown",
    `There is no record ${pid}${then}.`,
    deleted === undefined ? {} : { members: { deleted } },
  );
}

async function* listed(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield `[${first}`;
  for await (const entry of rest) yield `,${entry}`;
  yield "]";
}
