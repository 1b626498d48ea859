import { setTimeout as pause } from "node:timers/promises";
import { type DomainEvent, readEvent } from "../../../contracts/events.ts";
import {
  UV_FORECAST_STREAM,
  type UvForecast,
  type UvForecastKey,
  type UvGridField,
  uvFieldsStream,
} from "../../../contracts/measurement-events.ts";
import { UV_GRID_CELLS, UV_VALUE_BYTES } from "../../../contracts/uv-grid.ts";
import type { EventStore, ExpectedRevision, NewEvent, Position, Revision } from "../../../platform/event-store/port.ts";
import { type Cause, eventId } from "../handling/handle.ts";
import type { Refused } from "../parsing/read-json.ts";
import { uvForecast } from "./forecast.ts";
import { type GridInvalid, type ReadGrid, readUvGrid } from "./read-grid.ts";

/** A document that is to be published, and on whose behalf it came. */
export interface PublishOrder {
  readonly bytes: Uint8Array;
  readonly cause: Cause;
  readonly dryRun: boolean;
}

/** What came of it, as plain data. */
export type PublishResult =
  | { readonly outcome: "done"; readonly position: Position }
  /** `served` is when the forecast that is served was issued. */
  | { readonly outcome: "older"; readonly issued: string; readonly served: string }
  | { readonly outcome: "contended" }
  | GridInvalid
  | Refused;

/** Times that a publication is decided anew because another one came first. */
const ATTEMPTS = 4;

/** Events of one append, some 5 MB of them: no transaction takes long. */
const EVENTS_AT_ONCE = 32;

/**
 * Puts a document's fields into the log and then publishes them. The fields come in several appends, which is no harm:
 * they mean nothing until they are published, and sent again they are completed in their place.
 */
export async function publishUvForecast(eventStore: EventStore, order: PublishOrder): Promise<PublishResult> {
  const grid = readUvGrid(order.bytes, order.cause.time);
  if (grid.outcome !== "grid") return grid;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { head, served } = await servedForecast(eventStore);
    const state = served ? uvForecast.evolve(uvForecast.initial, served) : uvForecast.initial;
    const decision = uvForecast.decide({ type: "PublishForecast", issued: grid.issued, content: grid.content }, state);
    if (decision.outcome === "rejected") {
      return { outcome: "older", issued: grid.issued, served: state.served?.issued ?? "" };
    }
    if (decision.facts.length === 0 || order.dryRun) {
      return { outcome: "done", position: head?.position ?? eventStore.start };
    }
    const key: UvForecastKey = { number: head ? head.revision + 1 : 0, content: grid.content };
    const appended =
      (await appendFields(eventStore, grid, key, order.cause)) &&
      (await eventStore.append([publication(grid, key, order.cause)]));
    if (appended && appended.outcome === "appended") return { outcome: "done", position: appended.position };
    await pause(attempt * 20);
  }
  return { outcome: "contended" };
}

async function servedForecast(eventStore: EventStore) {
  const head = (await eventStore.latest([UV_FORECAST_STREAM])).get(UV_FORECAST_STREAM);
  if (!head) return { head: undefined, served: undefined };
  for await (const event of eventStore.read(UV_FORECAST_STREAM, head.revision)) {
    const published = readEvent(event);
    if (published.type !== "UvForecastPublished") break;
    const { issued, forecast } = published.data;
    return { head: event, served: { type: published.type, issued, content: forecast.content } as const };
  }
  throw new Error(`the stream ${UV_FORECAST_STREAM} does not end with a publication`);
}

/** False when somebody else stands in their stream, who can only be another upload of the same at this moment. */
async function appendFields(
  eventStore: EventStore,
  grid: ReadGrid,
  key: UvForecastKey,
  cause: Cause,
): Promise<boolean> {
  const stream = uvFieldsStream(key);
  let expected: ExpectedRevision = "no-stream";
  let first: Revision = 0;
  for (const events of slicesOf(fieldEvents(grid, key, stream, cause))) {
    const { outcome } = await eventStore.append([{ stream, expected, events }]);
    if (outcome === "conflict") return false;
    first += events.length;
    expected = first - 1;
  }
  return true;
}

/** The fields, one event each and step, by step. Base64 is made when it is needed: all of it at once is many megabytes. */
function* fieldEvents(grid: ReadGrid, key: UvForecastKey, stream: string, cause: Cause): Generator<NewEvent> {
  for (const [index, step] of grid.steps.entries()) {
    for (const { name, encoding, bytes } of grid.fields) {
      const size = UV_GRID_CELLS * UV_VALUE_BYTES[encoding.dtype];
      const data: UvGridField = {
        forecast: key,
        issued: grid.issued,
        field: name,
        step,
        ...encoding,
        data: bytes.toString("base64", index * size, (index + 1) * size),
      };
      yield newEvent(stream, "UvGridFieldAdded", data, `${name} ${step}`, cause);
    }
  }
}

function* slicesOf(events: Iterable<NewEvent>): Generator<NewEvent[]> {
  let slice: NewEvent[] = [];
  for (const event of events) {
    slice.push(event);
    if (slice.length < EVENTS_AT_ONCE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

function publication(grid: ReadGrid, key: UvForecastKey, cause: Cause) {
  const { issued, source, licence, attribution, steps, fields } = grid;
  const names = fields.map(({ name }) => name);
  const data: UvForecast = { forecast: key, issued, source, licence, attribution, steps, fields: names };
  const event = newEvent(UV_FORECAST_STREAM, "UvForecastPublished", data, `${key.number} ${key.content}`, {
    ...cause,
    contentHash: key.content,
  });
  const expected: ExpectedRevision = key.number === 0 ? "no-stream" : key.number - 1;
  return { stream: UV_FORECAST_STREAM, expected, events: [event] };
}

function newEvent(
  stream: string,
  type: DomainEvent["type"],
  data: object,
  content: string,
  meta: NewEvent["meta"],
): NewEvent {
  const id = eventId(stream, "any", type, content);
  return { id, type, schemaVersion: 1, data: Buffer.from(JSON.stringify(data)), meta };
}
