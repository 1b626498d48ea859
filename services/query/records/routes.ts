import type { RequestHandler, Router } from "express";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import { joinedDocument } from "../../../platform/search/documents/joined-document.ts";
import { REVALIDATE, sendJson } from "../http/conditional.ts";
import { instant, ParameterFault, ParameterReader, queryOf } from "../http/parameters.ts";
import type { PublicReads } from "../http/public-reads.ts";
import { stream } from "../http/streaming.ts";
import { historyOf, recordAt } from "./record-history.ts";

export interface RecordParts {
  readonly database: Queryable;
  readonly eventStore: Pick<EventStore, "read">;
  readonly reads: PublicReads;
}

/** One record by its PID: as it is, as it was at a time, and everything that happened to it. */
export function addRecordRoutes(router: Router, { database, eventStore, reads }: RecordParts): void {
  const record: RequestHandler = async (request, response) => {
    const parameters = new ParameterReader(queryOf(request));
    const pid = parameters.required("pid", text) ?? "";
    const at = parameters.optional("at", instant);
    parameters.check();
    const found = at === undefined ? await storedRecord(database, pid) : await recordAt(eventStore, pid, at);
    if (found === undefined) throw unknownRecord(pid, at);
    sendJson(request, response, found);
  };

  const history: RequestHandler = async (request, response) => {
    const parameters = new ParameterReader(queryOf(request));
    const pid = parameters.required("pid", text) ?? "";
    parameters.check();
    const entries = historyOf(eventStore, pid);
    const first = await entries.next();
    if (first.done) throw unknownRecord(pid, undefined);
    response.set("Cache-Control", REVALIDATE).type("application/json");
    await stream(response, listed(first.value, entries));
  };

  router.get("/api/metadata/record", reads("catalogue"), record).get("/api/metadata/history", reads(), history);
}

/** The record as the view has it. @throws HttpProblem while no projector has made the view yet. */
async function storedRecord(database: Queryable, pid: string): Promise<string | undefined> {
  const { records } = catalogue.tables;
  try {
    const [row] = await database.query<{ document: Buffer; facility_document: Buffer | null }>({
      name: `${records}-by-pid`,
      text: `select document, facility_document from ${records} where pid = $1 and not deleted`,
      values: [pid],
      binary: true,
    });
    return row && joinedDocument(row.document, row.facility_document).toString();
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
    throw problem("engine-unavailable", "The catalogue's view is not there yet; try again.", { cause: error });
  }
}

/** Whether a table or its schema does not exist. */
function isUndefinedTable(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "42P01" || error.code === "3F000");
}

function unknownRecord(pid: string, at: number | undefined): HttpProblem {
  const then = at === undefined ? "" : ` at ${new Date(at).toISOString()}`;
  return problem("record-unknown", `There is no record ${pid}${then}.`);
}

async function* listed(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield `[${first}`;
  for await (const entry of rest) yield `,${entry}`;
  yield "]";
}

const text = (value: string): string => {
  // PostgreSQL's text holds no U+0000, so no record's PID has it.
  if (value === "" || value.includes("\0")) throw new ParameterFault("must be a PID");
  return value;
};
