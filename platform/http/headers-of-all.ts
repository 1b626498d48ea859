/** Identifies the request in its answer, in the log and in its events. */
export const CORRELATION_ID = "X-Correlation-ID";

const exposed = [
  "ETag",
  "Event-Position",
  "Preference-Applied",
  "Retry-After",
  "Link",
  "Airlog-As-Of",
  "Airlog-Ignored",
  "RateLimit",
  "RateLimit-Policy",
  CORRELATION_ID,
].join(", ");

/**
 * Headers of every answer, by name and value. Portals on other hosts call these routes from browsers. That is safe,
 * since no route uses credentials that a browser sends by itself, such as cookies: writes need a token in a header.
 */
export const headersOfAll: readonly (readonly [name: string, value: string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ["Referrer-Policy", "no-referrer"],
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", exposed],
];
