import { z } from "zod";
import { printable } from "./printable.ts";

/** What is kept with every event beside its content: of the command that it comes from, as plain JSON. */
export const EventMetadata = z.object({
  /** When the command was decided, ISO 8601 UTC. Ours, not the server's. */
  time: z.iso.datetime(),
  actor: printable(z.string()),
  provider: printable(z.string()),
  correlationId: z.string(),
  causationId: z.string().exactOptional(),
  /** W3C Trace Context of the request, or of its span where traces are made. */
  traceparent: z.string().exactOptional(),
  tracestate: z.string().exactOptional(),
  /** SHA-256 of the content in canonical form, hex: lets a later command compare without reading the content. */
  contentHash: z.string().exactOptional(),
});

export type EventMeta = Readonly<z.infer<typeof EventMetadata>>;
