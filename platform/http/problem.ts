import type { NextFunction, Request, Response } from "express";
import type { Logger } from "pino";
import {
  type FieldError,
  LISTED_ERRORS,
  PROBLEMS,
  type ProblemCode,
  type ProblemDetails,
} from "../../contracts/problem.ts";
import { Occasionally } from "../async/occasionally.ts";
import { EngineFailure, tellsOfLoss } from "../errors.ts";
import { logRefusal, senderOf, targetOf } from "./access-log.ts";
import type { SendFailure } from "./failure-forms.ts";

export interface ProblemOptions {
  /** Validation errors; the first 100 are listed. */
  readonly errors?: readonly FieldError[];
  /** Number of errors, if there are more than `errors` has. */
  readonly errorCount?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional members of this problem. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Replaces the code's usual status. */
  readonly status?: number;
  /**
   * Part of the request may have been carried out. A repeated request is carried out again, not answered with this
   * problem.
   */
  readonly outcomeUnknown?: boolean;
  readonly cause?: unknown;
}

/** A failure for a client. Routes throw it; the error handler answers it. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem";
  readonly code: ProblemCode;
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? PROBLEMS[code][0];
    this.options = options;
  }
}

/** Makes a problem to throw. `detail`: what is wrong here and what to do. */
export function problem(code: ProblemCode, detail: string, options: ProblemOptions = {}): HttpProblem {
  return new HttpProblem(code, detail, options);
}

const challenge = 'Bearer error="invalid_token"';

/** The failure as the body of an answer, at most 100 errors listed. */
function problemDetails(failure: HttpProblem, instance: string): ProblemDetails {
  const { errors, members } = failure.options;
  const errorCount = failure.options.errorCount ?? errors?.length;
  return {
    type: `/docs/problems#${failure.code}`,
    title: PROBLEMS[failure.code][1],
    status: failure.status,
    detail: failure.message,
    instance,
    code: failure.code,
    ...(errors && { errors: errors.slice(0, LISTED_ERRORS), errorCount }),
    ...members,
  };
}

/** Answers a failure. Where the answer has already begun, cuts the connection to signal it. */
function sendProblem(request: Request, response: Response, failure: HttpProblem, send: SendFailure): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of ["ETag", "Cache-Control", "Content-Encoding", "Content-Length"]) response.removeHeader(name);
  if (failure.code === "token-missing" || failure.code === "token-invalid") {
    response.setHeader("WWW-Authenticate", challenge);
  }
  if (failure.status === 503 || failure.status === 429) response.setHeader("Retry-After", "1");
  response.set(failure.options.headers);
  const details = problemDetails(failure, request.originalUrl.split("?", 1)[0] ?? "/");
  send(response.status(failure.status), details);
}

/**
 * The last handler: turns every error of a route into a problem; an unexpected one is logged and answered with 500. A
 * lost engine or an overload refuses thousands of requests: besides each request's own line, one line a minute for each
 * kind gives the reason. For a lost engine its `EngineWatch` logs that line.
 */
export function problemHandler(log: Logger, send: SendFailure) {
  const warnings = new Map<string, Occasionally>();
  const warned = (kind: string): Occasionally => {
    const known = warnings.get(kind) ?? new Occasionally();
    warnings.set(kind, known);
    return known;
  };
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    const failure = toProblem(error);
    const circumstances = { ...senderOf(response), ...targetOf(request), code: failure.code };
    if (failure.code === "internal-error") log.error({ ...circumstances, err: error }, failure.message);
    else {
      logRefusal(log, request, response, failure);
      const cause = causeOf(error);
      const warn = () => log.warn({ ...circumstances, reason: cause?.message }, failure.message);
      // By name, since the message may contain a different number of bytes each time.
      if (failure.status >= 500 && !tellsOfLoss(cause)) warned(`${failure.code} ${cause?.name}`).do(warn);
    }
    sendProblem(request, response, failure, send);
  };
}

function causeOf(error: unknown): Error | undefined {
  const cause = error instanceof HttpProblem ? error.cause : error;
  return cause instanceof Error ? cause : undefined;
}

function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof EngineFailure) {
    const { code, detail, retryAfterSeconds } = error.problem;
    const headers = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
    return problem(code, detail, { cause: error, headers });
  }
  if (isMissingTable(error)) {
    return problem("view-building", "The view that this route reads was replaced just now; try again.", {
      cause: error,
    });
  }
  if (error instanceof URIError || isBadPath(error)) {
    return problem("parameter-invalid", "The path is not properly percent-encoded.", { cause: error });
  }
  return problem("internal-error", "The service failed unexpectedly; the log has the reason.", { cause: error });
}

/** Whether a table or schema is missing in PostgreSQL: those of a build are dropped when another build is served. */
function isMissingTable(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "42P01" || error.code === "3F000");
}

/** Express reports a path that it can't decode as an error of its own with status 400. */
function isBadPath(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 400;
}
