import {
  UV_FORECAST_STREAM,
  type UvForecastKey,
  type UvGridField,
  uvFieldsStream,
} from "../../../contracts/measurement-events.ts";
import { UV_GRID_CELLS, UV_VALUE_BYTES } from "../../../contracts/uv-grid.ts";
import type { EventStore, ExpectedRevision, NewEvent, Position, Revision } from "../../../platform/event-store/port.ts";
import {
  type CommandContext,
  type Contended,
  firstRevision,
  handleOne,
  requireDeclared,
} from "../handling/command-handler.ts";
import { eventId } from "../handling/event-id.ts";
import { inWrittenVersion } from "../handling/written-version.ts";
import type { Job, JobInput } from "../jobs/job.ts";
import type { Refused } from "../parsing/read-json.ts";
import { type PublishForecast, uvForecastAggregate } from "./forecast.ts";
import { type GridInvalid, type ReadGrid, readUvGrid } from "./read-grid.ts";

/** A document that is to be published. */
export interface PublishInput extends JobInput {
  readonly context: CommandContext;
}

/** The result, as plain data. */
export type PublishResult =
  | { readonly outcome: "done"; readonly position: Position }
  /** `served` is when the forecast that is served was issued. */
  | { readonly outcome: "older"; readonly issued: string; readonly served: string }
  | Contended
  | GridInvalid
  | Refused;

/** Events of one append, some 5 MB of them, so that no transaction takes long. */
const APPEND_EVENTS = 32;

/**
 * Stores a document's fields and then publishes them. The fields come in several appends, which does no harm: they mean
 * nothing until they are published, and a retry completes them in their stream.
 */
export const publishUvForecastJob: Job<PublishInput, PublishResult> = {
  name: "publish-uv-forecast",
  run: async (eventStore, { bytes, context }) => {
    const grid = readUvGrid(bytes, context.metadata.time);
    if (grid.outcome !== "grid") return grid;
    const { issued, content, source, licence, attribution, steps } = grid;
    const fields = grid.fields.map(({ name }) => name);
    const document = { source, licence, attribution, steps, fields };
    const command: PublishForecast = { type: "PublishForecast", issued, content, document };
    const step = { stream: UV_FORECAST_STREAM, command };
    const handled = await handleOne(eventStore, uvForecastAggregate, step, {
      context,
      beforeAppend: async ([publication]) =>
        publication !== undefined &&
        appendFields(eventStore, grid, { number: firstRevision(publication), content }, context),
    });
    if (handled.outcome !== "rejected") return handled;
    return { outcome: "older", issued, served: handled.rejection.served };
  },
};

/** False when another request is storing the same fields. */
async function appendFields(
  eventStore: EventStore,
  grid: ReadGrid,
  key: UvForecastKey,
  context: CommandContext,
): Promise<boolean> {
  requireDeclared("UvGridFieldAdded", context);
  const stream = uvFieldsStream(key);
  let expected: ExpectedRevision = "no-stream";
  let first: Revision = 0;
  for (const events of batchesOf(fieldEvents(grid, key, stream, context))) {
    const { outcome } = await eventStore.append([{ stream, expected, events }]);
    if (outcome === "conflict") return false;
    first += events.length;
    expected = first - 1;
  }
  return true;
}

/** The fields, one event each and step, by step. Base64 is made when it is needed: all of it at once is many megabytes. */
function* fieldEvents(
  grid: ReadGrid,
  key: UvForecastKey,
  stream: string,
  { metadata: meta, versions }: CommandContext,
): Generator<NewEvent> {
  const type = "UvGridFieldAdded";
  for (const [index, step] of grid.steps.entries()) {
    for (const { name, encoding, bytes } of grid.fields) {
      const size = UV_GRID_CELLS * UV_VALUE_BYTES[encoding.dtype];
      const field: UvGridField = {
        forecast: key,
        issued: grid.issued,
        field: name,
        step,
        ...encoding,
        data: bytes.toString("base64", index * size, (index + 1) * size),
      };
      const id = eventId(stream, "any", type, `${name} ${step}`);
      yield inWrittenVersion({ id, type, data: Buffer.from(JSON.stringify(field)), meta }, versions);
    }
  }
}

function* batchesOf(events: Iterable<NewEvent>): Generator<NewEvent[]> {
  let batch: NewEvent[] = [];
  for (const event of events) {
    batch.push(event);
    if (batch.length < APPEND_EVENTS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
