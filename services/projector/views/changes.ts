import { EventUnreadable, isCurrent, readEvent } from "../../../contracts/events.ts";
import { GROUPING_MEMBERS, setsOf } from "../../../contracts/record-sets.ts";
import type { RecordedEvent } from "../../../platform/event-store/port.ts";
import { NotJson } from "../../../platform/json/scanner.ts";
import { type Span, spanFinder } from "../../../platform/json/spans.ts";

/** The change of one record by an event. Documents are JSON, cut out of the event byte for byte. */
export type RecordChange =
  | {
      readonly type: "added";
      readonly pid: string;
      readonly document: Buffer;
      readonly facility: FacilityMember | undefined;
      /** The names of its sets (contracts/record-sets.ts), as a JSON array. */
      readonly sets: string;
    }
  | { readonly type: "deleted"; readonly pid: string };

/** The member `facility` of a record that names one. */
export interface FacilityMember {
  readonly identifier: string;
  /** Bytes of its value in the document. */
  readonly span: Span;
}

/** The change of one facility by an event; without `document` it was deleted. */
export interface FacilityChange {
  readonly identifier: string;
  readonly document: Buffer | undefined;
}

const find = spanFinder({
  record: {
    ...Object.fromEntries(GROUPING_MEMBERS.map((member) => [member, {}])),
    facility: { identifier: {} },
    identification: { identifier: { pid: {} } },
  },
  pid: {},
  facility: { identifier: {} },
  identifier: {},
});

export function isAboutRecord(event: RecordedEvent): boolean {
  return event.type === "MetadataAdded" || event.type === "MetadataDeleted";
}

/** @throws EventUnreadable */
export function recordChange(event: RecordedEvent): RecordChange {
  const content = new Content(event);
  if (event.type === "MetadataDeleted") return { type: "deleted", pid: content.text("pid") };
  const record = content.span("record");
  return {
    type: "added",
    pid: content.text("record.identification.identifier.pid"),
    document: content.cut(record),
    facility: facilityMember(content, record.start),
    sets: JSON.stringify(setsOf(JSON.parse(groupingMembers(content)), event.meta.provider)),
  };
}

/** A part of the record, which was checked when it was added. */
function groupingMembers(content: Content): string {
  const members = GROUPING_MEMBERS.flatMap((member) => {
    const span = content.find(`record.${member}`);
    return span ? [`"${member}":${content.cut(span).toString()}`] : [];
  });
  return `{${members.join(",")}}`;
}

/** @throws EventUnreadable */
export function facilityChange(event: RecordedEvent): FacilityChange {
  const content = new Content(event);
  if (event.type === "FacilityDeleted") return { identifier: content.text("identifier"), document: undefined };
  return { identifier: content.text("facility.identifier"), document: content.cut(content.span("facility")) };
}

function facilityMember(content: Content, start: number): FacilityMember | undefined {
  const span = content.find("record.facility");
  if (!span || !content.find("record.facility.identifier")) return undefined;
  const identifier = content.text("record.facility.identifier");
  return { identifier, span: { start: span.start - start, end: span.end - start } };
}

/** An event's content in its newest shape, with the spans of its parts. */
class Content {
  readonly #event: RecordedEvent;
  readonly #json: Buffer;
  readonly #spans: ReadonlyMap<string, Span>;

  constructor(event: RecordedEvent) {
    this.#event = event;
    const data = isCurrent(event) ? event.data : Buffer.from(JSON.stringify(readEvent(event).data));
    this.#json = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    try {
      this.#spans = find(this.#json);
    } catch (error) {
      if (error instanceof NotJson) throw new EventUnreadable(`${event.type}: the content is ${error.message}`);
      throw error;
    }
  }

  find(path: string): Span | undefined {
    return this.#spans.get(path);
  }

  span(path: string): Span {
    const span = this.find(path);
    if (!span) throw new EventUnreadable(`${this.#event.type}: ${path} is missing`);
    return span;
  }

  cut({ start, end }: Span): Buffer {
    return this.#json.subarray(start, end);
  }

  text(path: string): string {
    const value: unknown = JSON.parse(this.cut(this.span(path)).toString());
    if (typeof value !== "string") throw new EventUnreadable(`${this.#event.type}: ${path} is not a string`);
    return value;
  }
}
