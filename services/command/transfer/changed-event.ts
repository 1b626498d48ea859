import type { z } from "zod";
import {
  type DomainEvent,
  EventUnreadable,
  facilityStream,
  metadataStream,
  readEvent,
} from "../../../contracts/events.ts";
import { Facility } from "../../../contracts/facility.ts";
import { RECORD_BYTES } from "../../../contracts/limits.ts";
import { Metadata, pidOf } from "../../../contracts/metadata.ts";
import type { ImportedEvent } from "../../../platform/event-store/port.ts";
import { encodeJson } from "../handling/aggregate.ts";
import type { Content } from "../handling/decider.ts";
import { contentHash } from "../handling/event-id.ts";
import { checkValue } from "../parsing/read-json.ts";
import { BadLine } from "./lines.ts";

/**
 * An event with edited data, as it would be stored now: with the content hash of the new data, and its own id.
 * @throws BadLine when the data no longer fit the type or the stream
 */
export function renewed(event: ImportedEvent): ImportedEvent {
  const read = readable(event);
  switch (read.type) {
    case "MetadataAdded":
      return withContent(event, "record", read.data.record, Metadata, (record) => metadataStream(pidOf(record)));
    case "FacilityAdded":
    case "FacilityUpdated":
      return withContent(event, "facility", read.data.facility, Facility, (facility) =>
        facilityStream(facility.identifier),
      );
    case "UvForecastPublished":
      // Its hash covers the document that the provider sent.
      return event;
    default:
      return event.meta.contentHash === undefined ? event : withNew(encodeJson(read.data), event);
  }
}

const withNew = ({ data, contentHash }: Content, event: ImportedEvent): ImportedEvent => ({
  ...event,
  data,
  meta: { ...event.meta, contentHash },
});

/** The event's data, in their current shape. @throws BadLine */
export function readable(event: ImportedEvent): DomainEvent {
  try {
    return readEvent(event);
  } catch (error) {
    if (error instanceof EventUnreadable) throw new BadLine(`Event ${event.id} can't be read: ${error.message}`);
    throw error;
  }
}

function withContent<Value>(
  event: ImportedEvent,
  member: string,
  value: unknown,
  schema: z.ZodType<Value>,
  streamOf: (value: Value) => string,
): ImportedEvent {
  const checked = checkValue(value, schema, `/${member}`, RECORD_BYTES);
  if (checked.outcome === "unfit") {
    const errors = checked.errors.listed.map(({ path, message }) => `${path} ${message}`).join("; ");
    throw new BadLine(`The data of event ${event.id} are invalid: ${errors}`);
  }
  const stream = streamOf(checked.value);
  if (stream !== event.stream)
    throw new BadLine(`The data of event ${event.id} belong to ${stream}, not ${event.stream}.`);
  const data = Buffer.from(`{"${member}":${checked.json}}`);
  return withNew({ data, contentHash: contentHash(checked.json) }, event);
}
