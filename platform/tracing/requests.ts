import type { Request, Response } from "express";
import { answeredStatus } from "../http/answered-status.ts";
import type { Tracing } from "./port.ts";

/** Asked every few seconds by machines. */
const UNTRACED = /^\/(?:health\/|metrics(?:$|\?))/;

/** Starts the span of a request, which is then the trace of its events and of its line in the log. */
export function traceRequest(tracing: Tracing, request: Request, response: Response): void {
  if (UNTRACED.test(request.url)) return;
  const { method } = request;
  const { trace } = response.locals;
  const span = tracing.start(method, {
    kind: "server",
    causes: trace ? [trace] : [],
    attributes: { "http.request.method": method, "url.scheme": request.protocol },
  });
  response.locals["trace"] = span.context;
  response.once("close", () => {
    const statusCode = answeredStatus(response);
    const route: unknown = request.route?.path;
    const status = { "http.response.status_code": statusCode };
    span.end({
      ...(typeof route === "string" ? { name: `${method} ${route}` } : {}),
      attributes: typeof route === "string" ? { ...status, "http.route": route } : status,
      ...(statusCode >= 500 ? { failure: String(statusCode) } : {}),
    });
  });
}
