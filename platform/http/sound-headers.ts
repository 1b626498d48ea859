import type { IncomingMessage } from "node:http";
import { problem } from "./problem.ts";
import { MAX_HEADERS } from "./server.ts";

/** Headers with a single value, in lower case. Of two that differ, a proxy may have used the other one. */
const SINGLE: ReadonlySet<string> = new Set([
  "authorization",
  "content-type",
  "host",
  "idempotency-key",
  "min-event-position",
]);

/** A name or an address, and a port: RFC 9110, section 7.2. */
const HOST = /^(?:\[[\w.:~%-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

/**
 * Checks requirements of HTTP on headers that Node.js does not check, or answers without a problem document.
 * @throws HttpProblem 400, 417, 431
 */
export function requireSoundHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    throw problem("headers-too-large", `A request may have ${MAX_HEADERS} headers.`);
  }
  // As many names as lines means that no header is repeated.
  if (Object.keys(headers).length * 2 !== rawHeaders.length) requireSingle(rawHeaders);
  if (headers.host === undefined) {
    if (httpVersion === "1.1") {
      throw problem("parameter-invalid", "The request has no Host header, which HTTP/1.1 requires.");
    }
  } else if (!HOST.test(headers.host)) {
    throw problem("parameter-invalid", "The Host header must be a name or an address, with or without a port.");
  }
  if (headers["transfer-encoding"] !== undefined && httpVersion === "1.0") {
    throw problem("parameter-invalid", "HTTP/1.0 has no Transfer-Encoding; send a Content-Length, or HTTP/1.1.");
  }
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
    throw problem("expectation-failed", "The only expectation that this server supports is 100-continue.");
  }
}

function requireSingle(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (!SINGLE.has(name)) continue;
    if (seen.has(name))
      throw problem("parameter-invalid", `The request has more than one ${rawHeaders[index]} header; send one.`);
    seen.add(name);
  }
}
