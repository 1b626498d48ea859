import { z } from "zod";
import { type ChangeKind, ChangePage, EVERY_KIND } from "../changes.ts";
import { MAX_ID } from "../measurement-events.ts";
import * as example from "./examples.ts";
import { inQuery, inQueryOr, ParameterError, type ParameterType, text, wholeNumber } from "./parameter.ts";
import { declareRoute } from "./route.ts";

/** Changes of a page at most. */
const MAX_CHANGES = 10_000;
const MAX_WAIT_SECONDS = 60;

const kinds: ParameterType<readonly ChangeKind[]> = {
  schema: z.string(),
  read: (value) =>
    value.split(",").map((name) => {
      const kind = EVERY_KIND.find((each) => each === name.trim());
      if (!kind) throw new ParameterError(`must list some of ${EVERY_KIND.join(", ")}`);
      return kind;
    }),
};

const MAX_SERIES = 1_000;

const seriesIds: ParameterType<readonly number[]> = {
  schema: z.string(),
  read: (value) => {
    const ids = value.split(/[;,]/).map((id) => (/^\s*\d{1,10}\s*$/.test(id) ? Number(id) : Number.NaN));
    if (ids.length > MAX_SERIES || !ids.every((id) => id > 0 && id <= MAX_ID)) {
      throw new ParameterError(`must list ids of time series, ${MAX_SERIES} at most, such as 1;2`);
    }
    return ids;
  },
};

const content: ParameterType<"content"> = {
  schema: z.literal("content"),
  read: (value) => {
    if (value !== "content") throw new ParameterError("must be content");
    return value;
  },
};

const source = "https://data.example.org";
const { next } = { next: `${example.position}.record.4pgxgdzvxvhqvvqvvmtgmbvkbe` };

export const getChanges = declareRoute({
  method: "get",
  path: "/api/changes",
  id: "getChanges",
  tag: "Changes",
  summary: "Everything that changed",
  description:
    "Every thing that changed after a position, once, as it is now, in the order of its last change, deletions among them. " +
    "Ask again with `next` as `after`: whoever does so holds in the end what is here. A thing that changes while it is read " +
    "comes again. Deletions are kept for ever. Observations come as runs of days, `from` the first and `to` after the last: " +
    "replace all values that begin in them by `values`. After 410 `position-of-another-log` begin without `after`, and remove " +
    "what does not come. As `application/x-ndjson`: a change a line, and a last line with `next`, `more` and `asOf`. As " +
    "`application/cloudevents-batch+json`: the array alone, with the rest in `Link` and `Airlog-As-Of`. As " +
    "`text/event-stream`: what comes, as it comes, with a position as the `id` of each event; `Last-Event-ID` continues.",
  access: "public",
  // Which views it reads depends on `types`; the answer shows all that was in the log when it was asked for.
  reads: [],
  openEnded: true,
  parameters: {
    after: inQuery(text(), "A `next`, an `Event-Position` or the `id` of an event; `now`: only what comes. Else all.", {
      example: example.position,
    }),
    types: inQuery(kinds, `Kinds of things, joined by commas: ${EVERY_KIND.join(", ")}. All unless given.`, {
      example: "record,facility",
    }),
    timeseries: inQuery(seriesIds, "Only observations of these series, joined by `;`.", { example: "1;2" }),
    include: inQuery(content, "`content`: changes carry the thing."),
    limit: inQueryOr(
      1_000,
      wholeNumber(MAX_CHANGES, 1),
      `Changes at most, 1 to ${MAX_CHANGES}; a page has 8 MiB of contents at most.`,
    ),
    wait: inQueryOr(0, wholeNumber(MAX_WAIT_SECONDS), "Seconds that an empty page waits for a change."),
  },
  answers: [
    {
      status: 200,
      description: "Changes, and where they go on.",
      schema: ChangePage,
      mediaTypes: [
        "application/json",
        "application/x-ndjson",
        "application/cloudevents-batch+json",
        "text/event-stream",
      ],
      headers: ["Link", "Airlog-As-Of"],
      example: {
        changes: [
          {
            specversion: "1.0",
            id: next,
            source,
            type: "airlog.record.changed",
            subject: example.pid,
            time: "2026-11-26T19:58:12Z",
            position: example.position,
          },
        ],
        next,
        more: false,
        asOf: "2026-11-26T20:00:00Z",
      },
    },
  ],
  problems: ["position-of-another-log", "busy", "view-building", "engine-unavailable", "not-yet-visible"],
});

export const recordFeed = declareRoute({
  method: "get",
  path: "/feeds/records.atom",
  id: "recordFeed",
  tag: "Changes",
  summary: "The newest changes of records, for feed readers",
  description:
    "An Atom feed (RFC 4287) of the 100 records that changed last, the newest first. An entry's `id` is the record's address and " +
    "never changes; `updated` is when its last change was published. A deleted record is an `at:deleted-entry` (RFC 6721), whose " +
    "`ref` is that `id`. Long titles and abstracts are cut. What must miss no change reads `/api/changes`.",
  access: "public",
  reads: ["catalogue"],
  cached: true,
  answers: [{ status: 200, description: "The feed.", schema: z.string(), mediaTypes: ["application/atom+xml"] }],
});

export const changeRoutes = [getChanges, recordFeed];
