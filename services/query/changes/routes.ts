import type { Request, Response } from "express";
import type { Registry } from "prom-client";
import { type ChangeKind, EVERY_KIND } from "../../../contracts/changes.ts";
import { getChanges, recordFeed } from "../../../contracts/routes/changes.ts";
import type { ViewName } from "../../../contracts/views.ts";
import { LIMITS } from "../../../platform/admission/limits.ts";
import { Places } from "../../../platform/admission/places.ts";
import { Turns } from "../../../platform/admission/turns.ts";
import type { Database } from "../../../platform/database/port.ts";
import {
  comparePositions,
  type EventStore,
  type Position,
  PositionOfAnotherLog,
} from "../../../platform/event-store/port.ts";
import { clientOf, networkOf } from "../../../platform/http/client.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import { OpenAnswers } from "../../../platform/http/open-answers.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { ViewProgress, WaitOptions } from "../../../platform/views/progress.ts";
import { publicationClock, publishedAt } from "../../../platform/views/publication.ts";
import { acceptedType } from "../http/accepted-type.ts";
import { sendPrepared } from "../http/prepared-content.ts";
import type { BindRead, Read } from "../http/read.ts";
import { begun, stream } from "../http/streaming.ts";
import { type ChangeFeed, viewsShowing } from "./change-feed.ts";
import type { EventWriting } from "./cloud-event.ts";
import type { ContentParts } from "./contents.ts";
import { type Cursor, cursorText, parseCursor } from "./cursor.ts";
import { emptyEvent } from "./event-text.ts";
import type { Selection } from "./heads.ts";
import { measureChanges, type Waiting } from "./metrics.ts";
import type { NewestRecords } from "./newest-records.ts";
import { notThereYet } from "./not-there-yet.ts";
import { type Answer, batchText, linesText, pageText } from "./page-text.ts";
import { beginEvents, EVENT_STREAM, streamChanges } from "./stream.ts";
import type { Tails } from "./tails.ts";

const JSON_PAGE = "application/json";
const LINES = "application/x-ndjson";
const BATCH = "application/cloudevents-batch+json";
const FORMS = [JSON_PAGE, LINES, BATCH, EVENT_STREAM];

/** Bytes of contents of a page, at most; one change has more room. */
const MAX_PAGE_BYTES = 8 * 1024 ** 2;
const VIEWS_TIMEOUT_MS = 5_000;
const TOO_MANY_PAGES = "Too many pages of changes are being read at once; try again.";
const TOO_MANY_STREAMS = `Too many streams and waiting pages are open: ${LIMITS.changeStreams.perClient} of one address, ${LIMITS.changeStreams.perNetwork} of one network, and ${LIMITS.changeStreams.all} of all.`;

export interface ChangeParts {
  readonly feed: Pick<ChangeFeed, "now" | "shown" | "page">;
  readonly tails: Tails;
  readonly writing: EventWriting;
  readonly contents: ContentParts;
  readonly newestRecords: Pick<NewestRecords, "current">;
  readonly database: Pick<Database, "query">;
  readonly eventStore: Pick<EventStore, "parsePosition" | "head" | "start">;
  readonly progress: Pick<ViewProgress, "waitFor">;
  readonly read: BindRead;
  readonly metrics: Registry;
}

type ChangeRead = Read<NonNullable<(typeof getChanges)["parameters"]>>;

/** Everything that changed, in pages and as a stream, and the newest changes of records for feed readers. */
export function changeRoutes(parts: ChangeParts): readonly ServedRoute[] {
  const pages = new OpenAnswers(LIMITS.changePages, TOO_MANY_PAGES);
  const missed = new Turns(LIMITS.missedChanges);
  const { perNetwork: perGroup, ...limits } = LIMITS.changeStreams;
  const open = new Places<Waiting>({ ...limits, perGroup });
  const measureLag = measureChanges(parts.metrics, () => open.all.holders());
  /** A place for a stream or for a page that waits, until the answer has ended. */
  const takePlace = (kind: Waiting, request: Request, response: Response): void => {
    const client = clientOf(request);
    const place = open.take([networkOf(client), client], kind);
    if (!place) throw problem("too-many-requests", TOO_MANY_STREAMS, { headers: { "Retry-After": "30" } });
    response.once("close", () => place[Symbol.dispose]());
  };
  return [
    parts.read(getChanges, async (given) => {
      const { request, response } = given;
      response.vary("Accept");
      const form = acceptedType(request, FORMS) ?? JSON_PAGE;
      if (form === EVENT_STREAM) {
        const admission = { turns: missed, takePlace: () => takePlace("stream", request, response) };
        return answerStream(given, parts, admission, measureLag);
      }
      const admission = { pages, takePlace: () => takePlace("page", request, response) };
      await answerPage(given, form, parts, admission, measureLag);
    }),
    parts.read(recordFeed, async (given) => sendPrepared(given, await parts.newestRecords.current())),
  ];
}

interface PageAdmission {
  readonly pages: OpenAnswers;
  /** For a page that waits. @throws HttpProblem `too-many-requests` */
  readonly takePlace: () => void;
}

interface StreamAdmission {
  readonly turns: Turns;
  /** @throws HttpProblem `too-many-requests` */
  readonly takePlace: () => void;
}

/** Measures how far a reader is behind that is answered now, and has missed what was published since then. */
type MeasureLag = (now: Date, since: Date) => void;

/** Answers a page; one that would be empty waits for a change where that is asked for. */
async function answerPage(
  given: ChangeRead,
  form: string,
  parts: ChangeParts,
  admission: PageAdmission,
  measureLag: MeasureLag,
): Promise<void> {
  const { request, response, parameters } = given;
  const selection = selectionOf(parameters);
  const after = await cursorAfter(parameters.after, request, parts);
  // A reader that has left meanwhile is not noticed later.
  if (response.destroyed) return;
  const deadline = performance.now() + 1_000 * parameters.wait;
  const signal = AbortSignal.any([leaving(response), parts.tails.ending]);
  const answerOnce = async (isFirst: boolean): Promise<boolean> => {
    // One that has waited goes on to wait while others are read.
    if (!isFirst && !admission.pages.hasRoom(clientOf(request)) && performance.now() < deadline) return false;
    using reading = await admission.pages.admit(clientOf(request), () => response.destroy());
    const answer = await pageNow(after, selection, given, parts);
    const { heads, more } = answer.page;
    if (heads.length === 0 && !more && performance.now() < deadline && !signal.aborted) return false;
    const [first] = heads;
    if (first) measureLag(new Date(answer.asOf), first.time);
    const text = form === LINES ? linesText : form === BATCH ? batchText : pageText;
    const pieces = await begun(text(answer, parameters.include !== undefined, parts));
    sendHead(given, form, answer, parts);
    await stream(response, reading.watched(pieces));
    return true;
  };
  for (let isFirst = true; !(await answerOnce(isFirst)); isFirst = false) {
    // A page that waits holds nothing.
    if (isFirst) admission.takePlace();
    const left = AbortSignal.timeout(Math.max(0, Math.ceil(deadline - performance.now())));
    await parts.tails.untilMoved(viewsShowing(selection.kinds), AbortSignal.any([signal, left]));
  }
}

function sendHead(
  { request, response }: ChangeRead,
  form: string,
  { page, asOf }: Answer,
  { writing }: ChangeParts,
): void {
  const next = `<${nextAddress(request, writing.source(), cursorText(page.next))}>; rel="next"`;
  response.set({ "Cache-Control": "no-store", Link: next, "Airlog-As-Of": asOf });
  response.setHeader("Content-Type", form);
}

async function pageNow(after: Cursor, selection: Selection, given: ChangeRead, parts: ChangeParts): Promise<Answer> {
  const { parameters } = given;
  const { feed, database, eventStore } = parts;
  const views = viewsShowing(selection.kinds);
  const options = waitOptions(given);
  // The clock first: what is not there yet is published later.
  const asOf = publishedAt(await publicationClock(database, views));
  const head = await eventStore.head();
  // A client may know of more than this process: of a write that is just being answered, or of what the log has lost since.
  const awaited = comparePositions(after.position, head) > 0 ? after.position : head;
  await untilShown(parts, views, awaited, options);
  const point = await feed.now(views);
  // A build that has taken the place of another one meanwhile.
  if (comparePositions(point.upTo, head) < 0) throw notThereYet();
  // The builds have moved on meanwhile: this process may not know the series yet whose values come.
  await untilShown(parts, views, point.upTo, options);
  const withContent = parameters.include !== undefined;
  const page = await feed.page(after, point, selection, {
    changes: parameters.limit,
    bytes: MAX_PAGE_BYTES,
    withContent,
  });
  return { page, asOf };
}

/** Waits until the views show the position. @throws HttpProblem `not-yet-visible` when they don't in time */
async function untilShown(
  { progress }: ChangeParts,
  views: readonly ViewName[],
  position: Position,
  options: WaitOptions,
): Promise<void> {
  if (!(await progress.waitFor(views, position, options))) throw notThereYet();
}

const waitOptions = ({ request, response }: ChangeRead): WaitOptions => ({
  by: clientOf(request),
  timeoutMs: VIEWS_TIMEOUT_MS,
  signal: leaving(response),
});

async function answerStream(
  given: ChangeRead,
  parts: ChangeParts,
  { turns, takePlace }: StreamAdmission,
  measureLag: MeasureLag,
): Promise<void> {
  const { request, response, parameters } = given;
  const { feed, writing, contents, tails, eventStore, database } = parts;
  const selection = selectionOf(parameters);
  const asked = request.get("Last-Event-ID") || parameters.after;
  let after: Cursor;
  try {
    after = await cursorAfter(asked, request, parts);
  } catch (error) {
    if (!isOfAnotherLog(error)) throw error;
    beginEvents(response);
    response.end(emptyEvent("reset", eventStore.start));
    return;
  }
  if (request.method === "HEAD") {
    beginEvents(response);
    response.end();
    return;
  }
  const views = viewsShowing(selection.kinds);
  if (asked === "now") {
    // Changes that are in the log but not yet in the views come too: no reader has seen them.
    const { upTo } = await feed.now(views);
    if (comparePositions(after.position, upTo) > 0) after = { position: upTo };
  } else {
    // A position is of what the reader knows, of its own write perhaps, or of what the log has lost since.
    await untilShown(parts, views, after.position, waitOptions(given));
  }
  // A reader that has left meanwhile would never give its place back.
  if (response.destroyed) return;
  takePlace();
  const wantsContent = parameters.include !== undefined;
  const wanted = { after, selection, wantsContent, client: clientOf(request), ending: tails.ending };
  await streamChanges(response, wanted, {
    ...{ feed, writing, contents, tails, turns },
    measureLag: async (since) => measureLag(await publicationClock(database, views), since),
  });
}

function selectionOf({ types, timeseries }: ChangeRead["parameters"]): Selection {
  const kinds: ReadonlySet<ChangeKind> = new Set(types ?? EVERY_KIND);
  return { kinds, series: timeseries && new Set(timeseries) };
}

/** @throws PositionUnknown, HttpProblem `position-of-another-log` */
async function cursorAfter(
  text: string | undefined,
  request: Request,
  { eventStore, writing }: ChangeParts,
): Promise<Cursor> {
  if (text === undefined) return { position: eventStore.start };
  if (text === "now") return { position: await eventStore.head() };
  try {
    return parseCursor(text, eventStore);
  } catch (error) {
    if (!(error instanceof PositionOfAnotherLog)) throw error;
    const restart = `<${nextAddress(request, writing.source(), undefined)}>; rel="restart"`;
    const detail = `${error.message} Begin anew, without \`after\`, and remove what does not come.`;
    throw problem("position-of-another-log", detail, { headers: { Link: restart }, cause: error });
  }
}

const isOfAnotherLog = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof PositionOfAnotherLog;

/** The public address of the same request from another place on. */
function nextAddress(request: Request, source: string, after: string | undefined): string {
  const { searchParams } = new URL(request.originalUrl, source);
  searchParams.delete("after");
  if (after !== undefined) searchParams.set("after", after);
  const query = searchParams.toString();
  return `${source}${getChanges.path}${query && `?${query}`}`;
}
