import { EventUnreadable, isCurrent, readEvent } from "../../../contracts/events.ts";
import { setsOf } from "../../../contracts/record-sets.ts";
import type { RecordedEvent } from "../../../platform/event-store/port.ts";
import { NotJson } from "../../../platform/json/scanner.ts";
import { type Span, type Spans, spanFinder } from "../../../platform/json/spans.ts";

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
    dataset_metadata: { repository: { repository_id: {} } },
    product_type: {},
    facility: { identifier: {} },
    variables: [{ framework: [{ framework: {} }] }],
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
    sets: JSON.stringify(
      setsOf({
        provider: [event.meta.provider],
        repository: content.texts("record.dataset_metadata.repository.repository_id"),
        framework: content.texts("record.variables.framework.framework"),
        type: content.texts("record.product_type"),
        facility: content.texts("record.facility.identifier"),
      }),
    ),
  };
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
  readonly #spans: Spans;

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
    return this.#spans.get(path)?.[0];
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
    const text = this.#textAt(this.span(path));
    if (text === undefined) throw new EventUnreadable(`${this.#event.type}: ${path} is not a string`);
    return text;
  }

  /** The strings at a path. Those of a record were checked when it was added; some may be null. */
  texts(path: string): readonly string[] {
    return (this.#spans.get(path) ?? []).flatMap((span) => this.#textAt(span) ?? []);
  }

  #textAt(span: Span): string | undefined {
    const value: unknown = JSON.parse(this.cut(span).toString());
    return typeof value === "string" ? value : undefined;
  }
}
