import type { Request, Response } from "express";
import type { Logger } from "pino";
import { lineWriter, membersOf } from "../log.ts";
import { type TraceContext, traceId } from "../tracing/trace-context.ts";
import { answeredStatus } from "./answered-status.ts";
import type { UnreadableRequest } from "./server.ts";

/** Characters of what a client has sent that a line repeats. */
const MAX_REPEATED = 300;

/** Notes whose account a request is, for the lines of the log that tell of it. */
export function noteAccount(response: Response, account: string): void {
  response.locals["account"] = account.slice(0, MAX_REPEATED);
}

/** Whose request it is, and what connects its lines. */
export function senderOf(response: Response) {
  const { client, account, correlationId } = response.locals;
  const trace: TraceContext | undefined = response.locals["trace"];
  return { client, account, correlationId, traceId: trace && traceId(trace) };
}

/** What a line says of a request besides its sender and status. `bytes` are those sent, headers included. */
interface Access {
  readonly route: string;
  readonly ms: number;
  readonly bytes: number;
}

/** Writes the line that every request has, when its answer has ended. */
export function accessLog(log: Logger): (request: Request, response: Response, access: Access) => void {
  const write = lineWriter(log, "request");
  // What lines of one kind begin with. There is a bounded number of kinds.
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

/** The line of a request that could not be read, so that its method, route and sender's proxy are not known. */
export function logUnreadable(log: Logger, { status, client, why }: UnreadableRequest): void {
  log.info({ route: "unmatched", status, client, why }, "request");
}

/** The line of a login that was refused, or of a write: who, what and why. */
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

/** What a write has refused beside what it has done. */
export interface PartialRefusal {
  readonly count: number;
  /** Which one is the first, and why it is refused. */
  readonly first: string;
}

/** The line of a write that was refused in part. */
export function logPartialRefusal(
  log: Logger,
  request: Request,
  response: Response,
  { count, first }: PartialRefusal,
): void {
  const why = first.slice(0, MAX_REPEATED);
  log.info({ ...targetOf(request), refused: count, ...senderOf(response), why }, "write refused");
}

/** What a request asks for, as far as a line repeats it. */
export const targetOf = ({ method, path }: Request) => ({ method, path: path.slice(0, MAX_REPEATED) });

const isWrite = ({ method, path }: Request): boolean =>
  method !== "GET" && method !== "HEAD" && method !== "OPTIONS" && /^\/api\/provider\//i.test(path);
