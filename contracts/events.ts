import { z } from "zod";
import type { Event, Shapes } from "./event-shape.ts";
import type { Facility } from "./facility.ts";
import { type MeasurementEvent, measurementShapes } from "./measurement-events.ts";
import { type Metadata, Pid } from "./metadata.ts";
import { ColumnsShape, packed, unpacked } from "./observation-columns.ts";
import { Key } from "./text.ts";

export type MetadataEvent =
  | Event<"MetadataAdded", 1, { readonly record: Metadata }>
  | Event<"MetadataDeleted", 1, { readonly pid: string }>;

export type FacilityEvent =
  | Event<"FacilityAdded", 1, { readonly facility: Facility }>
  | Event<"FacilityUpdated", 1, { readonly facility: Facility }>
  | Event<"FacilityDeleted", 1, { readonly identifier: string }>;

export type CatalogueEvent = MetadataEvent | FacilityEvent;

/** An operator's decision: `views` leave out an event, given by its id, that they can't apply. */
export type OperationEvent = Event<
  "EventSkipped",
  1,
  { readonly event: string; readonly views: readonly string[]; readonly reason: string }
>;

export type DomainEvent = CatalogueEvent | MeasurementEvent | OperationEvent;

export type EventType = DomainEvent["type"];

/** The current shape of each type: what views rely on. Contents were checked in full when they were written. */
const catalogueShapes = {
  MetadataAdded: {
    version: 1,
    data: z.looseObject({
      record: z.looseObject({ identification: z.looseObject({ identifier: z.looseObject({ pid: Pid }) }) }),
    }),
  },
  MetadataDeleted: { version: 1, data: z.looseObject({ pid: Pid }) },
  FacilityAdded: { version: 1, data: z.looseObject({ facility: z.looseObject({ identifier: Key }) }) },
  FacilityUpdated: { version: 1, data: z.looseObject({ facility: z.looseObject({ identifier: Key }) }) },
  FacilityDeleted: { version: 1, data: z.looseObject({ identifier: Key }) },
} as const satisfies Shapes<CatalogueEvent>;

const operationShapes = {
  EventSkipped: {
    version: 1,
    data: z.looseObject({ event: z.string(), views: z.array(z.string()), reason: z.string() }),
  },
} as const satisfies Shapes<OperationEvent>;

const shapes = { ...catalogueShapes, ...measurementShapes, ...operationShapes } as const satisfies Shapes<DomainEvent>;

/** An earlier version of a shape, and how its content becomes that of the next version, and back. */
interface EarlierShape {
  readonly data: z.ZodType;
  readonly up: (content: never) => unknown;
  readonly down: (content: never) => unknown;
}

/** By type and version. Events of every version that ever was are in some log: none may go. */
const earlierShapes: Partial<Readonly<Record<string, Readonly<Record<number, EarlierShape>>>>> = {
  ObservationsIngested: { 1: { data: ColumnsShape, up: packed, down: unpacked } },
} satisfies Partial<Record<EventType, unknown>>;

export const CATALOGUE_EVENTS = Object.keys(catalogueShapes) as readonly CatalogueEvent["type"][];
export const MEASUREMENT_EVENTS = Object.keys(measurementShapes) as readonly MeasurementEvent["type"][];

interface Recorded {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Uint8Array;
}

/** The current version of the type's shape. */
export function newestVersion(type: EventType): number {
  return shapes[type].version;
}

/** Whether the content has the current shape of its type, so that its bytes can be used unchanged. */
export function isCurrent({ type, schemaVersion }: Pick<Recorded, "type" | "schemaVersion">): boolean {
  return isKnownType(type) && shapes[type].version === schemaVersion;
}

/** Whether `readEvent` knows the type, and this version of its shape. */
export function isReadable({ type, schemaVersion }: Pick<Recorded, "type" | "schemaVersion">): boolean {
  return isKnownType(type) && schemaVersion <= shapes[type].version;
}

/** The version of each type that is written; 1 where it is absent. */
export type WrittenVersions = Readonly<Partial<Record<string, number>>>;

/** The newest version of each type that this code reads. */
export const READ_VERSIONS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(shapes).map(([type, { version }]) => [type, version]),
);

/** Content of the current shape, as bytes, in that of a version, which may be an earlier one. */
export function inVersion(type: EventType, version: number, data: Uint8Array): Uint8Array {
  const newest = newestVersion(type);
  if (version === newest) return data;
  let content = parse(data);
  for (let each = newest - 1; each >= version; each--) content = earlierShape(type, each).down(content as never);
  return new TextEncoder().encode(JSON.stringify(content));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A stored event in the current shape of its type.
 * @throws EventUnreadable when the type is unknown, the version is newer than this code, or the content does not fit.
 */
export function readEvent({ type, schemaVersion, data }: Recorded): DomainEvent {
  if (!isKnownType(type)) throw new EventUnreadable(`unknown event type ${type}`);
  const shape = shapes[type];
  if (schemaVersion > shape.version) {
    throw new EventNewer(`version ${schemaVersion} of ${type} is newer than this code, which knows ${shape.version}`);
  }
  let content = parse(data);
  for (let version = schemaVersion; version < shape.version; version++) {
    const earlier = earlierShape(type, version);
    check(type, earlier.data, content);
    content = earlier.up(content as never);
  }
  check(type, shape.data, content);
  return { type, schemaVersion: shape.version, data: content } as DomainEvent;
}

/** An event can't be read. Its reader must stop and report it. */
export class EventUnreadable extends Error {
  override readonly name: string = "EventUnreadable";
}

/** An event that a later release has written. */
export class EventNewer extends EventUnreadable {
  override readonly name = "EventNewer";
}

function earlierShape(type: EventType, version: number): EarlierShape {
  const earlier = earlierShapes[type]?.[version];
  if (!earlier) throw new EventUnreadable(`there is no version ${version} of ${type}`);
  return earlier;
}

function check(type: EventType, shape: z.ZodType, content: unknown): void {
  const checked = shape.safeParse(content);
  if (!checked.success) throw new EventUnreadable(`${type}: ${z.prettifyError(checked.error)}`);
}

function isKnownType(type: string): type is DomainEvent["type"] {
  return Object.hasOwn(shapes, type);
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(data));
  } catch (cause) {
    throw new EventUnreadable("the content is not JSON", { cause });
  }
}

/** Decisions to skip events, oldest first. */
export const SKIPPED_EVENTS_STREAM = "skipped-events";
export const facilityStream = (identifier: string): string => `facility-${identifier}`;
export const metadataStream = (pid: string): string => `metadata-${pid}`;
