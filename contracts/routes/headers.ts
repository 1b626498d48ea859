/** Headers and parameters that several routes share, as components of the description. */

export const HEADERS = {
  "Event-Position": {
    description:
      "The log's position after this write. A read that sends it as `Min-Event-Position` waits until it shows the write. " +
      "Absent on a dry run.",
    schema: { type: "string" },
  },
  "Preference-Applied": {
    description:
      "`wait` when every view has applied the write and every reader sees it; `return=representation` when the answer " +
      "has a body because the request asked for it.",
    schema: { type: "string" },
  },
  ETag: {
    description: "Changes with the content; send it back as `If-None-Match`.",
    schema: { type: "string" },
  },
  Link: { description: "Where this continues, or begins anew (RFC 8288).", schema: { type: "string" } },
  "Airlog-As-Of": {
    description: "Where no more follows: every change that was published before this time has come.",
    schema: { type: "string", format: "date-time" },
  },
  "Retry-After": { description: "Seconds after which to try again.", schema: { type: "string", pattern: "^\\d+$" } },
  "WWW-Authenticate": { description: "The scheme to use.", schema: { type: "string" } },
  RateLimit: { description: "What is left of the client's share, and when it is renewed.", schema: { type: "string" } },
  "RateLimit-Policy": { description: "The client's share.", schema: { type: "string" } },
} as const;

export type HeaderName = keyof typeof HEADERS;

export const SHARED_PARAMETERS = {
  "Min-Event-Position": {
    name: "Min-Event-Position",
    in: "header",
    description:
      "An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write.",
    schema: { type: "string" },
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of an earlier answer: 304 without a body when nothing has changed.",
    schema: { type: "string" },
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    description:
      "`wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). " +
      "`return=representation`: answer with a body where there would be none.",
    schema: { type: "string" },
    example: "wait=10",
  },
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description:
      "1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same " +
      "key is done once and answered as the first time. A provider may send a million keys within 24 hours.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  dry_run: {
    name: "dry_run",
    in: "query",
    description: "`true`: everything is checked and answered as usual, and nothing is stored.",
    schema: { type: "boolean" },
  },
} as const;

export type SharedParameterName = keyof typeof SHARED_PARAMETERS;
