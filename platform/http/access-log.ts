import type { Request, Response } from "express";
import type { Logger } from "pino";
import { lineWriter, membersOf } from "../log.ts";
import { type TraceContext, traceId } from "../tracing/trace-context.ts";
import { answeredStatus } from "./answered-status.ts";
import type { UnreadableRequest } from "./server.ts";

/** Maximum characters of a client's text that a line repeats. */
const MAX_REPEATED = 300;

/** Notes the account of a request for its log lines. */
export function noteAccount(response: Response, account: string): void {
  response.locals["account"] = account.slice(0, MAX_REPEATED);
}

/** The sender of a request, and the ids that connect its log lines. */
export function senderOf(response: Response) {
  const { client, account, correlationId } = response.locals;
  const trace: TraceContext | undefined = response.locals["trace"];
  return { client, account, correlationId, traceId: trace && traceId(trace) };
}

/** Members of a request's log line besides its sender and status. `bytes`: bytes sent, including headers. */
interface Access {
  readonly route: string;
  readonly ms: number;
  readonly bytes: number;
}

/** Writes the log line of a request when its answer has ended. */
export function accessLog(log: Logger): (request: Request, response: Response, access: Access) => void {
  const write = lineWriter(log, "request");
  // Beginnings of lines, by kind. The number of kinds is bounded.
  const beginnings = new Map<string, string>();
  const beginningOf = (method: string, route: string, status: number): string => {
    const kind = `${method} ${status} ${route}`;
    const known = beginnings.get(kind);
    if (known !== undefined) return known;
    const beginning = membersOf({ method, route, status });
    beginnings.set(kind, beginning);
    return beginning;
  };
  return (request, response, { route, ms, bytes }) => {
    if (!log.isLevelEnabled("info")) return;
    const beginning = beginningOf(request.method, route, answeredStatus(response));
    const cut = response.writableFinished ? "" : ',"cut":true';
    const times = `,"ms":${Math.round(ms * 10) / 10},"bytes":${bytes}${cut}`;
    write(beginning + times + membersOf(senderOf(response)));
  };
}

/** Writes the line of an unreadable request, whose method, route and proxy are unknown. */
export function logUnreadable(log: Logger, { status, client, why }: UnreadableRequest): void {
  log.info({ route: "unmatched", status, client, why }, "request");
}

/** Writes the line of a refused login or write: who, what and why. */
export function logRefusal(
  log: Logger,
  request: Request,
  response: Response,
  failure: { readonly code: string; readonly status: number; readonly message: string },
): void {
  const isLogin = failure.code === "credentials-wrong" || failure.code === "too-many-logins";
  if (!isLogin && !isWrite(request)) return;
  const { code, status } = failure;
  const why = failure.message.slice(0, MAX_REPEATED);
  const message = isLogin ? (code === "too-many-logins" ? "login locked" : "login failed") : "write refused";
  log.info({ ...targetOf(request), status, code, ...senderOf(response), why }, message);
}

/** The refused part of a write. */
export interface PartialRefusal {
  readonly count: number;
  /** The first refused item, and why. */
  readonly first: string;
}

/** Writes the line of a partly refused write. */
export function logPartialRefusal(
  log: Logger,
  request: Request,
  response: Response,
  { count, first }: PartialRefusal,
): void {
  const why = first.slice(0, MAX_REPEATED);
  log.info({ ...targetOf(request), refused: count, ...senderOf(response), why }, "write refused");
}

/** Method and path of a request, as far as a line repeats them. */
export const targetOf = ({ method, path }: Request) => ({ method, path: path.slice(0, MAX_REPEATED) });

const isWrite = ({ method, path }: Request): boolean =>
  method !== "GET" && method !== "HEAD" && method !== "OPTIONS" && /^\/api\/provider\//i.test(path);
