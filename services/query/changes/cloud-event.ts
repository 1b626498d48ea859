import type { ChangeKind } from "../../../contracts/changes.ts";
import { publishedAt } from "../../../platform/views/publication.ts";
import { formatDay, formatOffset } from "../../../science/calendar.ts";
import type { PublishedHead } from "./change-feed.ts";
import type { Content } from "./contents.ts";
import { cursorText } from "./cursor.ts";
import { cursorOf, type Head } from "./heads.ts";

export interface EventWriting {
  /** The public address: the source of every change. */
  readonly source: () => string;
  /** Of the network, in minutes. */
  readonly utcOffset: number;
}

export type ChangeType = `airlog.${ChangeKind}.${"changed" | "deleted"}`;

export const typeOf = ({ kind, deleted }: Pick<Head, "kind" | "deleted">): ChangeType =>
  `airlog.${kind}.${deleted ? "deleted" : "changed"}`;

/** The change's place in the feed: what it is continued from. */
export const idOf = (head: Head): string => cursorText(cursorOf(head));

/** A change as a CloudEvent 1.0, JSON. `content`: the thing, JSON; of observations, values without brackets. */
export function cloudEvent(head: PublishedHead, writing: EventWriting, content?: Content): string {
  const { before, after } = aroundContent(head, writing, content !== undefined);
  return before + (content?.toString() ?? "") + after;
}

/** What stands before and after the content in the change's CloudEvent. */
export function aroundContent(
  head: PublishedHead,
  { source, utcOffset }: EventWriting,
  hasContent: boolean,
): { readonly before: string; readonly after: string } {
  const envelope =
    `{"specversion":"1.0","id":"${idOf(head)}","source":${JSON.stringify(source())},"type":"${typeOf(head)}",` +
    `"subject":${JSON.stringify(head.subject)},"time":"${publishedAt(head.time)}","position":"${head.position}"`;
  if (!hasContent && !head.days) return { before: envelope, after: "}" };
  const data = `${envelope},"datacontenttype":"application/json","data":`;
  if (!head.days) return { before: data, after: "}" };
  const { series, first, last } = head.days;
  const at = (day: number) => `${formatDay(day)}T00:00:00${formatOffset(utcOffset)}`;
  const days = `${data}{"timeseries":${series},"from":"${at(first)}","to":"${at(last + 1)}"`;
  return hasContent ? { before: `${days},"values":[`, after: "]}}" } : { before: days, after: "}}" };
}
