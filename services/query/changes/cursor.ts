import { type ChangeKind, EVERY_KIND } from "../../../contracts/changes.ts";
import { MAX_ID } from "../../../contracts/measurement-events.ts";
import { isSlug } from "../../../contracts/slug.ts";
import {
  comparePositions,
  type EventStore,
  type Position,
  PositionUnknown,
} from "../../../platform/event-store/port.ts";

/** What orders the things of a kind that one event changes: a slug, an id, or a series and a day. */
export type ThingKey = readonly [string] | readonly [number] | readonly [series: number, day: number];

/** A place in the feed of changes: after all changes at a position of the log, or after one of them. */
export interface Cursor {
  readonly position: Position;
  readonly last?: { readonly kind: ChangeKind; readonly key: ThingKey } | undefined;
}

/** `<position>`, or `<position>.<kind>.<key>`, its parts joined by `_`. */
export function cursorText({ position, last }: Cursor): string {
  return last ? `${position}.${last.kind}.${last.key.join("_")}` : position;
}

/** @throws PositionUnknown, and of it PositionOfAnotherLog */
export function parseCursor(text: string, eventStore: Pick<EventStore, "parsePosition">): Cursor {
  const [, position = text, kindName, keyText = ""] = /^([^.]*\.[^.]*)\.([a-z]+)\.([^.]*)$/.exec(text) ?? [];
  const parsed = eventStore.parsePosition(position);
  if (kindName === undefined) return { position: parsed };
  const kind = EVERY_KIND.find((each) => each === kindName);
  const key = kind && parseKey(kind, keyText);
  if (!kind || !key)
    throw new PositionUnknown("This is no position of the changes; send a `next` or an `id` of theirs.");
  return { position: parsed, last: { kind, key } };
}

function parseKey(kind: ChangeKind, text: string): ThingKey | undefined {
  switch (kind) {
    case "record":
    case "facility":
      return isSlug(text) ? [text] : undefined;
    case "observations": {
      const [, series, day] = /^(\d{1,10})_(-?\d{1,9})$/.exec(text) ?? [];
      return series !== undefined && Number(series) <= MAX_ID ? [Number(series), Number(day)] : undefined;
    }
    default:
      return /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID ? [Number(text)] : undefined;
  }
}

/** Negative, zero or positive as `a` comes before, at or after `b`. */
export function compareCursors(a: Cursor, b: Cursor): number {
  const positions = comparePositions(a.position, b.position);
  if (positions !== 0) return positions;
  if (!a.last || !b.last) return Number(!a.last) - Number(!b.last);
  const kinds = EVERY_KIND.indexOf(a.last.kind) - EVERY_KIND.indexOf(b.last.kind);
  return kinds === 0 ? compareKeys(a.last.key, b.last.key) : kinds;
}

function compareKeys(a: ThingKey, b: ThingKey): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined || part === other) continue;
    return part < other ? -1 : 1;
  }
  return 0;
}

const LAST_KEYS: Readonly<Record<ChangeKind, ThingKey>> = {
  record: ["~"],
  facility: ["~"],
  station: [MAX_ID],
  timeseries: [MAX_ID],
  observations: [MAX_ID, MAX_ID],
  forecast: [MAX_ID],
};
const FIRST_KEYS: Readonly<Record<ChangeKind, ThingKey>> = {
  record: [""],
  facility: [""],
  station: [0],
  timeseries: [0],
  observations: [0, 0],
  forecast: [0],
};

/** The key at the cursor's position after which the things of a kind follow the cursor. */
export function keyAfter({ last }: Cursor, kind: ChangeKind): ThingKey {
  if (!last) return LAST_KEYS[kind];
  if (last.kind === kind) return last.key;
  return EVERY_KIND.indexOf(kind) < EVERY_KIND.indexOf(last.kind) ? LAST_KEYS[kind] : FIRST_KEYS[kind];
}
