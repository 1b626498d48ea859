import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from "express";
import type { Logger } from "pino";
import { Histogram, type Registry } from "prom-client";
import type { Config } from "../config.ts";
import type { Tracing } from "../tracing/port.ts";
import { readTraceContext, type TraceContext } from "../tracing/trace-context.ts";
import { accessLog } from "./access-log.ts";
import { answeredStatus } from "./answered-status.ts";
import { ClientAddresses } from "./client-addresses.ts";
import type { Application } from "./express-messages.ts";
import { failureSender, type SendFailure } from "./failure-forms.ts";
import { CORRELATION_ID, headersOfAll } from "./headers-of-all.ts";
import { answerPreflight, isPreflight } from "./preflight.ts";
import { problemHandler } from "./problem.ts";
import { ReadyAnswers } from "./ready-answers.ts";
import { answerUnserved, mount, type ServedRoute } from "./route.ts";
import { requireSoundHeaders } from "./sound-headers.ts";
import { suffixReader } from "./suffix.ts";
import { traceRequest } from "./traced-requests.ts";
import { untrustedProxyWarning } from "./untrusted-proxy.ts";

export interface ApplicationParts {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly routes: readonly ServedRoute[];
  readonly tracing?: Tracing | undefined;
  /** Sends failures of pages. */
  readonly sendFailurePage?: SendFailure | undefined;
}

/** The HTTP application: the services' routes, with the common handling of all requests and responses. */
export function createApplication(parts: ApplicationParts): Application {
  const { config, log, metrics, routes, tracing, sendFailurePage } = parts;
  const application = express();
  application.disable("x-powered-by");
  application.disable("etag");
  // Where even the answer to a failure fails, Express's own has no stack then.
  application.set("env", "production");
  const addresses = new ClientAddresses(config.trustedProxies);
  // Replaces Express's own, which takes any text in X-Forwarded-For for an address.
  Object.defineProperty(application.request, "ip", {
    get(this: Request) {
      return addresses.of(this);
    },
  });
  // Repeated parameters become arrays. A query string gives no nested objects.
  application.set("query parser", "simple");
  const declarations = routes.map(({ declaration }) => declaration);
  const readyAnswers = new ReadyAnswers();
  const attend = attendant({ log, metrics, tracing, addresses, readyAnswers });
  application.use(inCommon(attend, suffixReader(declarations)));
  mount(application, routes);
  application.use(answerUnserved(declarations));
  application.use(problemHandler(log, failureSender(declarations, sendFailurePage)) satisfies ErrorRequestHandler);
  return Object.assign(application, {
    answerReady: (request: IncomingMessage, response: ServerResponse) =>
      // The server creates them from Express's classes.
      answerReady(readyAnswers, attend, request as Request, response as Response),
  });
}

/** Prepares every request, whoever answers it: client, id, trace, log line and time. Returns the id. */
type Attend = (request: Request, response: Response) => string;

interface AttendantParts extends Pick<ApplicationParts, "log" | "metrics" | "tracing"> {
  readonly addresses: ClientAddresses;
  readonly readyAnswers: ReadyAnswers;
}

function attendant({ log, metrics, tracing, addresses, readyAnswers }: AttendantParts): Attend {
  const observe = observer(metrics, log, readyAnswers);
  const warnOfProxy = untrustedProxyWarning(log, addresses);
  return (request, response) => {
    // Read before the client can leave, since its address is unknown afterwards.
    response.locals["client"] = request.ip;
    const id = correlate(request, response);
    if (tracing) traceRequest(tracing, request, response);
    observe(request, response);
    warnOfProxy(request);
    return id;
  };
}

/** Runs before every route. One handler, since Express takes longer between two handlers than for each of these steps. */
function inCommon(attend: Attend, takeSuffix: ReturnType<typeof suffixReader>): RequestHandler {
  return (request, response, next) => {
    normalisePath(request);
    takeSuffix(request, response);
    response.setHeader(CORRELATION_ID, attend(request, response));
    for (const [name, value] of headersOfAll) response.setHeader(name, value);
    requireSoundHeaders(request);
    if (isPreflight(request)) answerPreflight(response);
    else packed(request, response, next);
  };
}

const asList: readonly string[] = headersOfAll.flat();

/** Sends a ready answer with all headers at once: no handler comes after it that could change them. */
function answerReady(readyAnswers: ReadyAnswers, attend: Attend, request: Request, response: Response): boolean {
  const ready = findReady(readyAnswers, request);
  if (!ready) return false;
  response.locals = {};
  request.route = { path: ready.route };
  const { status, headers, body } = ready.answer;
  response.writeHead(status, [CORRELATION_ID, attend(request, response), ...asList, ...headers]);
  response.end(body);
  return true;
}

function findReady(readyAnswers: ReadyAnswers, request: Request): ReturnType<ReadyAnswers["find"]> {
  try {
    return readyAnswers.find(request);
  } catch {
    // The application fails in the same way, and answers the client.
    return undefined;
  }
}

/** The id that connects a response with the log and with the events of its request: from the client, or new. */
export function correlationId(response: Response): string {
  return String(response.locals["correlationId"]);
}

/** The trace of the request, which its events keep. */
export function traceContext(response: Response): TraceContext | undefined {
  return response.locals["trace"];
}

/** Percent-encoded characters that need no encoding: letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 6.2.2.2). */
const NEEDLESSLY_ENCODED = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi;

/** `//api//x/` and `/%61pi/x` are `/api/x`, and so is `http://host/api/x`, which HTTP allows in a request line. */
function normalisePath(request: Request): void {
  const end = request.url.indexOf("?");
  const path = end < 0 ? request.url : request.url.slice(0, end);
  // The usual case.
  if (path.startsWith("/") && !path.includes("//") && !path.endsWith("/") && !path.includes("%")) return;
  const normal = path
    .replace(/^https?:\/\/[^/]*\/?/i, "/")
    .replace(NEEDLESSLY_ENCODED, (encoded) => decodeURIComponent(encoded))
    .replace(/\/{2,}/g, "/")
    .replace(/(.)\/$/, "$1");
  if (normal !== path) request.url = normal + request.url.slice(path.length);
}

/** Notes the request's id and trace; returns the id. */
function correlate({ headers }: Request, response: Response): string {
  const sent = headers["x-correlation-id"];
  const id = typeof sent === "string" && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
  response.locals["correlationId"] = id;
  if (headers["traceparent"] !== undefined) response.locals["trace"] = readTraceContext(headers);
  return id;
}

/** Maximum listeners for the end of an answer: Node.js warns of a leak above ten by default. */
const MAX_LISTENERS = 30;

function observer(
  metrics: Registry,
  log: Logger,
  readyAnswers: ReadyAnswers,
): (request: Request, response: Response) => void {
  const logAccess = accessLog(log);
  const duration = new Histogram({
    name: "airlog_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [metrics],
  });
  return (request, response) => {
    const begin = performance.now();
    response.setMaxListeners(MAX_LISTENERS);
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    response.on("close", () => {
      const ms = performance.now() - begin;
      const route = typeof request.route?.path === "string" ? request.route.path : "unmatched";
      duration.observe({ method: request.method, route, status: answeredStatus(response) }, ms / 1000);
      logAccess(request, response, { route, ms, bytes: socket.bytesWritten - sentBefore });
      readyAnswers.learn(request, response);
    });
  };
}

/**
 * Window of Brotli, as a power of two: an unread answer holds 0.8 MB with it, and 2.2 MB with the default of 22. Values
 * of measurements become as small.
 */
const BROTLI_WINDOW = 16;

const pack = compression({
  threshold: 1024,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW } },
  filter: (request, response) =>
    isLinesOfJson(response) || (!isEventStream(response) && compression.filter(request, response)),
});

/** Clients that accept no compression skip the middleware, which costs time for every response. */
const packed: RequestHandler = (request, response, next) => {
  if (request.headers["accept-encoding"] !== undefined) {
    pack(request, response, next);
    return;
  }
  response.setHeader("Vary", "Accept-Encoding");
  next();
};

/** Compression would keep events back. */
function isEventStream(response: { getHeader(name: string): unknown }): boolean {
  return String(response.getHeader("Content-Type")).startsWith("text/event-stream");
}

/** NDJSON is missing from the middleware's list of compressible types. */
function isLinesOfJson(response: { getHeader(name: string): unknown }): boolean {
  return String(response.getHeader("Content-Type")).startsWith("application/x-ndjson");
}
