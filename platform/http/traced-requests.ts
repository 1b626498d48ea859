import type { Request, Response } from "express";
import type { Span, SpanStart, Tracing } from "../tracing/port.ts";
import type { TraceContext } from "../tracing/trace-context.ts";
import { answeredStatus } from "./answered-status.ts";

/** Requested every few seconds by machines. */
const UNTRACED = /^\/(?:health\/|metrics(?:$|\?))/;

/** Starts the span of a request that has none yet. */
const joining = new WeakMap<Response, () => void>();

/**
 * Starts the span of a request, whose trace its events and its log line get. A client's own trace is only linked unless
 * `joinTrace` is called: anonymous clients must not decide which spans are sampled.
 */
export function traceRequest(tracing: Tracing, request: Request, response: Response): void {
  if (UNTRACED.test(request.url)) return;
  const { method, protocol } = request;
  const attributes = { "http.request.method": method, "url.scheme": protocol };
  const start = (circumstances: Omit<SpanStart, "kind" | "attributes">): Span =>
    tracing.start(method, { kind: "server", attributes, ...circumstances });
  const startTime = Date.now();
  const sent: TraceContext | undefined = response.locals["trace"];
  let span = sent ? undefined : start({ causes: [] });
  if (span) response.locals["trace"] = span.context;
  joining.set(response, () => {
    if (span || !sent) return;
    span = start({ causes: [sent], startTime });
    response.locals["trace"] = span.context;
  });
  response.once("close", () => {
    const statusCode = answeredStatus(response);
    const route: unknown = request.route?.path;
    const status = { "http.response.status_code": statusCode };
    span ??= start({ causes: [], links: sent ? [sent] : [], startTime });
    span.end({
      ...(typeof route === "string" ? { name: `${method} ${route}` } : {}),
      attributes: typeof route === "string" ? { ...status, "http.route": route } : status,
      ...(statusCode >= 500 ? { failure: String(statusCode) } : {}),
    });
  });
}

/** Makes the request's span a child of the trace sent by its client, who is authenticated now. */
export function joinTrace(response: Response): void {
  joining.get(response)?.();
}
