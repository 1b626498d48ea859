import { z } from "zod";
import { printable } from "./printable.ts";

/** The part of an upload that an event of values holds: the upload, sent again, finds by it what is stored of it. */
const UploadPart = z.looseObject({
  /** UUID of the upload: the same for every request of one account with one `Idempotency-Key`. */
  upload: z.string(),
  /** The last line, or element of an array, that a value of the event came in, counted from 1. */
  lastLine: z.int(),
  /** Beginning of the first value, seconds since 1970. */
  from: z.int(),
  /** Beginning of the last value. */
  to: z.int(),
});

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
  /** Of `ObservationsIngested` from version 3 on; earlier versions name it in `causationId`. */
  uploadPart: UploadPart.exactOptional(),
});

export type EventMeta = Readonly<z.infer<typeof EventMetadata>>;
