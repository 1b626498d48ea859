import type { Request, Response } from "express";

const accepted = [
  "Accept",
  "Authorization",
  "Content-Encoding",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "Last-Event-ID",
  "Min-Event-Position",
  "Prefer",
  "X-Correlation-ID",
  "traceparent",
  "tracestate",
].join(", ");

/** Whether the request is a CORS preflight. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
}

export function answerPreflight(response: Response): void {
  response.setHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE, OPTIONS");
  response.setHeader("Access-Control-Allow-Headers", accepted);
  response.setHeader("Access-Control-Max-Age", "86400");
  response.status(204).end();
}
