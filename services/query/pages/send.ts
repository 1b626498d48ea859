import { fingerprint, holds } from "../http/conditional.ts";
import type { SentRead } from "../http/read.ts";

interface Content {
  readonly type: string;
  readonly body: string;
}

/** Answers content that depends on `Accept` and `Accept-Language`, or 304 when the client has it. */
export function sendNegotiated({ request, response }: SentRead, { type, body }: Content): void {
  // Weak, since the answer may be compressed later.
  const tag = `W/"${fingerprint(`${type}\n${body}`)}"`;
  response.vary("Accept, Accept-Language").set({ ETag: tag, "Cache-Control": "no-cache" });
  if (holds(request, tag)) response.status(304).end();
  else response.set("Content-Type", type).end(body);
}
