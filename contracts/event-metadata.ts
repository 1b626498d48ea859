import { z } from "zod";
import { printable } from "./printable.ts";

/** The part of an upload that an event of values holds. An upload that is sent again finds in it what is stored already. */
const UploadPart = z.looseObject({
  /** UUID of the upload: the same for every request of one account with one `Idempotency-Key`. */
  upload: z.string(),
  /** The last line (or array element) that holds a value of the event, counted from 1. */
  lastLine: z.int(),
  /** Beginning of the first value, seconds since 1970. */
  from: z.int(),
  /** Beginning of the last value. */
  to: z.int(),
});

/** Metadata of the command that an event comes from, stored with the event as plain JSON beside its content. */
export const EventMetadata = z.object({
  /** When the command was decided, ISO 8601 UTC: by the service's clock, not the event store's. */
  time: z.iso.datetime(),
  actor: printable(z.string()),
  provider: printable(z.string()),
  correlationId: z.string(),
  causationId: z.string().exactOptional(),
  /** W3C Trace Context of the request, or of its span where tracing is on. */
  traceparent: z.string().exactOptional(),
  tracestate: z.string().exactOptional(),
  /** SHA-256 of the content in canonical form, hex: lets a later command compare without reading the content. */
  contentHash: z.string().exactOptional(),
  /** Set on `ObservationsIngested` from version 3 on; earlier versions hold it in `causationId`. */
  uploadPart: UploadPart.exactOptional(),
});

export type EventMeta = Readonly<z.infer<typeof EventMetadata>>;
