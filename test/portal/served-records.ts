import { beforeEach } from "vitest";
import * as example from "../../contracts/routes/examples.ts";
import { slugOf } from "../../contracts/slug.ts";
import { catalogue } from "../../contracts/views/catalogue.ts";
import type { EventHead, RecordedEvent } from "../../platform/event-store/port.ts";
import { recordPageRoutes } from "../../services/query/portal/record/routes.ts";
import { PastRecords } from "../../services/query/records/past-records.ts";
import { answering } from "../doubles/database.ts";
import { positionOf } from "../position.ts";
import { serveRoutes, unlimitedRead } from "../serve-routes.ts";
import { host } from "./publisher.ts";

interface Row {
  readonly pid: string;
  readonly deleted: boolean;
  readonly document: string;
  readonly facility_document: string | null;
}

/** The facility that the registry of these records knows. */
const REGISTERED: ReadonlyMap<string, object> = new Map([[example.facility.identifier, example.facility]]);

/**
 * The pages of records over a catalogue of tests, which has the example's record alone before each test. Its public address
 * is `https://data.example.org`, or where it is served.
 */
export async function serveRecords(hook: Parameters<typeof serveRoutes>[0], publicAt: "example" | "here" = "example") {
  let publicUrl = "https://data.example.org";
  let stored: Map<string, Row>;
  /** Oldest first; undefined for a deletion. */
  let versions: Map<string, (object | undefined)[]>;
  let failure: Error | undefined;

  const database = answering(({ text, values: [asked] = [] }) => {
    // A deletion's time, read from the tombstone and from the publication times.
    if (text.includes("from publication") || text.includes("and deleted")) return [];
    const row = stored.get(String(asked));
    return row ? [{ ...row, revision: String((versions.get(row.pid)?.length ?? 1) - 1) }] : [];
  });

  const eventsOf = (stream: string): RecordedEvent[] => {
    const pid = stream.replace(/^metadata-/, "");
    return (versions.get(pid) ?? []).map((record, revision) => ({
      position: positionOf(`p${revision}`),
      stream,
      revision,
      id: `${stream}-${revision}`,
      type: record === undefined ? "MetadataDeleted" : "MetadataAdded",
      schemaVersion: 1,
      data: Buffer.from(JSON.stringify(record === undefined ? { pid } : { record })),
      meta: { time: timeOf(revision), actor: "zoe", provider: "clu", correlationId: "c" },
    }));
  };
  const log = {
    async *read(stream: string, from = 0) {
      if (failure) throw failure;
      yield* eventsOf(stream).slice(from);
    },
    findLast: async (stream: string, isWanted: (head: EventHead) => boolean) => eventsOf(stream).findLast(isWanted),
  };

  /** Stores the record under its PID, or deletes that, and returns the path of its page. */
  const store = (record: object | undefined, pid = example.pid): string => {
    const slug = slugOf(pid);
    const document = record === undefined ? (stored.get(slug)?.document ?? "") : JSON.stringify(record);
    const facility = REGISTERED.get(facilityOf(JSON.parse(document)));
    const facility_document = facility === undefined ? null : JSON.stringify(facility);
    stored.set(slug, { pid, deleted: record === undefined, document, facility_document });
    versions.set(pid, [...(versions.get(pid) ?? []), record]);
    return `/records/${slug}`;
  };

  beforeEach(() => {
    stored = new Map();
    versions = new Map();
    failure = undefined;
    store(example.servedRecord);
  });

  const base = await serveRoutes(
    hook,
    recordPageRoutes({
      database,
      use: () => catalogue,
      progress: { hasLapsed: () => false },
      eventStore: { logId: "0123456789ab" },
      past: new PastRecords(log),
      identity: () => ({ publicUrl, repositoryId: "data.example.org" }),
      host: { ...host, operator: "Institute <A&B>", termsUrl: "https://example.org/terms" },
      read: unlimitedRead,
    }),
  );
  if (publicAt === "here") publicUrl = base;
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers });
  return {
    store,
    /** Makes reads of the log fail until the test ends. */
    failLog: (error: Error) => {
      failure = error;
    },
    get,
    text: async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text(),
  };
}

/** When a version was decided: a day for each. */
function timeOf(revision: number): string {
  return new Date(Date.UTC(2024, 0, 1 + revision)).toISOString();
}

function facilityOf(record: { readonly facility?: { readonly identifier?: string } | null }): string {
  return record.facility?.identifier ?? "";
}
