import { idOf, typeOf } from "./cloud-event.ts";
import type { Head } from "./heads.ts";

/** A change as a server-sent event. `event`: the CloudEvent. */
export const eventText = (head: Head, event: string): string =>
  `id: ${idOf(head)}\nevent: ${typeOf(head)}\ndata: ${event}\n\n`;

/** An event without content: browsers drop those without data. */
export const emptyEvent = (name: "checkpoint" | "reset", id: string): string =>
  `id: ${id}\nevent: ${name}\ndata: {}\n\n`;
