import { z } from "zod";
import type { EventMeta } from "./event-metadata.ts";
import type { Event, Shapes } from "./event-shape.ts";
import type { Facility } from "./facility.ts";
import { keysOf } from "./keys.ts";
import { type MeasurementEvent, measurementShapes } from "./measurement-events.ts";
import { type Metadata, Pid } from "./metadata.ts";
import { ColumnsShape, PackedShape, packed, unpacked } from "./observation-columns.ts";
import { Key } from "./text.ts";
import { packedPart, unpackedPart } from "./upload-part.ts";

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

/** Converts content to the next version, and back. @throws EventUnreadable when it does not fit */
interface Conversion {
  readonly up: (type: EventType, content: unknown) => unknown;
  readonly down: (type: EventType, content: unknown) => unknown;
}

/** How an earlier version of a type differs from the next one. */
interface EarlierVersion {
  readonly content?: Conversion;
  readonly meta?: { readonly up: (meta: EventMeta) => EventMeta; readonly down: (meta: EventMeta) => EventMeta };
}

/** A conversion by two functions, for content that fits their shapes. */
function converted<Earlier, Later>(
  earlierShape: z.ZodType<Earlier>,
  up: (content: Earlier) => Later,
  laterShape: z.ZodType<Later>,
  down: (content: Later) => Earlier,
): Conversion {
  return {
    up: (type, content) => {
      check(type, earlierShape, content);
      return up(content);
    },
    down: (type, content) => {
      check(type, laterShape, content);
      return down(content);
    },
  };
}

/** The versions before the current one, from the first on. Some log holds events of each of them, so none may be removed. */
const earlierVersions: Partial<Readonly<Record<string, readonly EarlierVersion[]>>> = {
  ObservationsIngested: [
    { content: converted(ColumnsShape, packed, PackedShape, unpacked) },
    { meta: { up: unpackedPart, down: packedPart } },
  ],
} satisfies Partial<Record<EventType, unknown>>;

export const CATALOGUE_EVENTS = keysOf(catalogueShapes);
export const MEASUREMENT_EVENTS = keysOf(measurementShapes);

interface Recorded {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Uint8Array;
}

/** The parts of an event that differ between versions, as they are written. */
interface Written {
  readonly type: EventType;
  readonly data: Uint8Array;
  readonly meta: EventMeta;
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

/** Converts an event of the current version to `version`, which may be earlier. */
export function inVersion<Each extends Written>(event: Each, version: number): Each {
  const steps = stepsFrom(event.type, version).toReversed();
  const meta = steps.reduce((later, step) => step.meta?.down(later) ?? later, event.meta);
  // Parsing the content costs most.
  if (!steps.some(({ content }) => content)) return { ...event, meta };
  const content = steps.reduce((later, step) => step.content?.down(event.type, later) ?? later, parse(event.data));
  return { ...event, data: new TextEncoder().encode(JSON.stringify(content)), meta };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A stored event in the current shape of its type.
 * @throws EventUnreadable when the type is unknown, the version is newer than this code, or the content does not fit.
 */
export function readEvent(event: Recorded): DomainEvent {
  const type = typeOf(event);
  let content = parse(event.data);
  for (const { content: earlier } of stepsFrom(type, event.schemaVersion)) {
    if (earlier) content = earlier.up(type, content);
  }
  const { version: schemaVersion, data: shape }: Shapes<DomainEvent>[EventType] = shapes[type];
  check(type, shape, content);
  // The shape is that of the type.
  return { type, schemaVersion, data: content } as DomainEvent;
}

/** The metadata of a stored event in the form of its type's current version. @throws EventUnreadable as `readEvent` */
export function readMeta(event: Omit<Recorded, "data"> & Pick<Written, "meta">): EventMeta {
  const steps = stepsFrom(typeOf(event), event.schemaVersion);
  return steps.reduce((meta, step) => step.meta?.up(meta) ?? meta, event.meta);
}

/** An event can't be read. Its reader must stop and report it. */
export class EventUnreadable extends Error {
  override readonly name: string = "EventUnreadable";
}

/** An event that a later release has written. */
export class EventNewer extends EventUnreadable {
  override readonly name = "EventNewer";
}

/** @throws EventUnreadable when this code does not know the type, or this version of it */
function typeOf({ type, schemaVersion }: Omit<Recorded, "data">): EventType {
  if (!isKnownType(type)) throw new EventUnreadable(`unknown event type ${type}`);
  const { version } = shapes[type];
  if (schemaVersion <= version) return type;
  throw new EventNewer(`version ${schemaVersion} of ${type} is newer than this code, which knows ${version}`);
}

/** The steps that lead from a version to the current one. */
function stepsFrom(type: EventType, version: number): readonly EarlierVersion[] {
  const steps = (earlierVersions[type] ?? []).slice(version - 1);
  if (version + steps.length === newestVersion(type)) return steps;
  throw new EventUnreadable(`there is no version ${version} of ${type}`);
}

function check<Content>(type: EventType, shape: z.ZodType<Content>, content: unknown): asserts content is Content {
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
