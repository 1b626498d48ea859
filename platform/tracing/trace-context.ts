/** The headers of W3C Trace Context, as received or to be sent. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Characters of a `tracestate` to keep: the number that the specification requires to be passed on. */
const MAX_STATE = 512;
const MAX_STATE_MEMBERS = 32;

/** Only version 00: additions of a later version can't be checked. Upper case, zero ids and version ff are malformed. */
const PARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

const STATE_KEY = /^(?:[a-z][a-z\d_*/-]{0,255}|[a-z\d][a-z\d_*/-]{0,240}@[a-z][a-z\d_*/-]{0,13})$/;
const STATE_VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/** 32 hexadecimal digits. */
export function traceId({ traceparent }: TraceContext): string {
  return traceparent.slice(3, 35);
}

type Header = string | readonly string[] | undefined;

/**
 * The context in a request's headers. A malformed `traceparent` counts as absent, and so does a malformed `tracestate`,
 * by itself.
 */
export function readTraceContext(headers: Readonly<Record<string, Header>>): TraceContext | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== "string" || !PARENT.test(traceparent)) return undefined;
  return typeof tracestate === "string" && isState(tracestate) ? { traceparent, tracestate } : { traceparent };
}

function isState(text: string): boolean {
  if (text === "" || text.length > MAX_STATE) return false;
  const members = text
    .split(",")
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ""))
    .filter((member) => member !== "");
  const keys = members.map((member) => member.slice(0, Math.max(0, member.indexOf("="))));
  return (
    members.length > 0 &&
    members.length <= MAX_STATE_MEMBERS &&
    new Set(keys).size === keys.length &&
    members.every((member, index) => {
      const key = keys[index] ?? "";
      return STATE_KEY.test(key) && STATE_VALUE.test(member.slice(key.length + 1));
    })
  );
}
