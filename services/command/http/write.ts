import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Identity } from "../../../contracts/access.ts";
import type { EventType } from "../../../contracts/events.ts";
import { viewsHandling } from "../../../contracts/views.ts";
import type { EventStore, Position } from "../../../platform/event-store/port.ts";
import { correlationId } from "../../../platform/http/application.ts";
import { problem } from "../../../platform/http/problem.ts";
import { allowAnyTime } from "../../../platform/http/server.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { authenticate } from "../access/authorise.ts";
import type { Tokens } from "../access/tokens.ts";
import { nameBasedUuid } from "../handling/event-id.ts";
import type { CommandContext } from "../handling/handle.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { acquireWork, type Body, type BodyMemory, readBody, tooBusy } from "../parsing/body.ts";
import { sendsLines } from "../parsing/lines.ts";
import type { Idempotency, RepeatableRequest } from "./idempotency.ts";
import { type Preferences, readPreferences } from "./prefer.ts";

/** What writing needs. */
export interface WriteDependencies {
  readonly eventStore: EventStore;
  readonly progress: ViewProgress;
  readonly tokens: Tokens;
  readonly jobs: Jobs;
  readonly memory: BodyMemory;
  readonly idempotency: Idempotency;
  readonly clock: () => Date;
  /** Bytes that a body may have. */
  readonly maxBytes: number;
  /** Elements that an array may have. */
  readonly maxItems: number;
}

/** A write that may be carried out. */
export interface Write {
  readonly identity: Identity;
  readonly context: CommandContext;
  readonly body: Body;
  readonly parameters: Readonly<Record<string, string>>;
  /** A UUID for what this request sends, the same when it is sent again with its key. */
  readonly delivery: string;
  /** Whether some of it may have been done before. */
  readonly isRetry: boolean;
}

/** A write whose body is lines, and comes while it is carried out. */
export interface LinesWrite extends Omit<Write, "body"> {
  readonly request: Request;
}

/** What came of a write, as plain JSON. */
export interface Written<Result> {
  readonly position: Position;
  readonly result: Result;
}

export interface WriteRoute<Result> {
  /** Events that it may append: whoever waits, waits for the views that take them. */
  readonly appends: readonly EventType[];
  /** @throws HttpProblem when the identity may not do this at all. */
  readonly permit: (identity: Identity) => void;
  readonly run: (write: Write) => Promise<Written<Result>>;
  /** Carries out a body of NDJSON of any length, where the route takes one. It reads the request to its end. */
  readonly runLines?: (write: LinesWrite) => Promise<Written<Result>>;
  readonly answer: (response: Response, result: Result, preferences: Preferences) => void;
}

/**
 * What every write has in common: token, body, `dry_run`, `Idempotency-Key`, `Prefer: wait`, `Event-Position`. The
 * body is not read before the token and the role were found good.
 */
export function writeHandler<Result>(dependencies: WriteDependencies, route: WriteRoute<Result>): RequestHandler {
  const { appends } = route;
  const views = viewsHandling(appends);
  return async (request, response) => {
    const identity = authenticate(request, dependencies.tokens);
    route.permit(identity);
    const dryRun = isDryRun(request);
    const preferences = readPreferences(request.get("Prefer"));
    const signal = endOf(response);
    // A dry run changes nothing, so there is nothing to repeat.
    const key = dryRun ? undefined : idempotencyKey(request);
    const circumstances: Circumstances = { request, response, identity, dryRun, appends, key, signal };
    const { position, result } = await (route.runLines && sendsLines(request)
      ? carryOutLines(dependencies, route.runLines, circumstances)
      : carryOutBody(dependencies, route.run, circumstances));
    if (!dryRun) {
      response.set("Event-Position", position);
      if (preferences.wait !== undefined) {
        const timeoutMs = preferences.wait * 1000;
        const visible = await dependencies.progress.waitFor(views, position, { timeoutMs, signal });
        if (visible) response.append("Preference-Applied", "wait");
      }
    }
    route.answer(response, result, preferences);
  };
}

interface Circumstances {
  readonly request: Request;
  readonly response: Response;
  readonly identity: Identity;
  readonly dryRun: boolean;
  readonly appends: readonly EventType[];
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

async function carryOutBody<Result>(
  dependencies: WriteDependencies,
  run: WriteRoute<Result>["run"],
  circumstances: Circumstances,
): Promise<Written<Result>> {
  const { memory, maxBytes } = dependencies;
  const { request, identity, key, signal } = circumstances;
  using body = await readBody(request, { memory, maxBytes, hashed: key !== undefined, signal });
  using _work = await acquireWork(memory, body, signal);
  const parameters = parametersOf(request);
  // Awaited here, so that the memory is held until the work is done.
  return await onceByKey(dependencies, circumstances, body.hash ?? "", (sending) =>
    run({ identity, body, parameters, ...sending }),
  );
}

async function carryOutLines<Result>(
  dependencies: WriteDependencies,
  run: NonNullable<WriteRoute<Result>["runLines"]>,
  circumstances: Circumstances,
): Promise<Written<Result>> {
  const { request, response, identity, signal } = circumstances;
  using permit = await dependencies.memory.uploads.acquire(1, signal);
  if (!permit) throw tooBusy();
  allowAnyTime(request);
  const parameters = parametersOf(request);
  try {
    // An upload is never answered from memory: its body is known only when it has come, and the log tells what of it is
    // stored.
    const written = await onceByKey(dependencies, circumstances, undefined, (sending) =>
      run({ identity, request, parameters, ...sending }),
    );
    return written;
  } catch (error) {
    // Of a body without end nobody waits for the rest.
    if (!request.readableEnded) response.set("Connection", "close");
    throw error;
  }
}

/** The work that is begun for what was sent: why, under which name, and whether it was begun before. */
type Sending = Pick<Write, "context" | "delivery" | "isRetry">;

async function onceByKey<Result>(
  { idempotency, clock }: WriteDependencies,
  { request, response, identity, dryRun, appends, key }: Circumstances,
  bodyHash: string | undefined,
  run: (sending: Sending) => Promise<Written<Result>>,
): Promise<Written<Result>> {
  const metadata = {
    time: clock().toISOString(),
    actor: identity.user,
    provider: identity.provider,
    correlationId: correlationId(response),
  };
  if (key === undefined) return run({ context: { metadata, dryRun, appends }, delivery: randomUUID(), isRetry: false });
  const { method, path } = request;
  const repeatable: RepeatableRequest = { account: identity.user, method, path, key, bodyHash };
  const causationId = nameBasedUuid(JSON.stringify(Object.values(repeatable)));
  const context = { metadata: { ...metadata, causationId }, dryRun, appends };
  return idempotency.once(repeatable, (isRetry) => run({ context, delivery: causationId, isRetry }));
}

function parametersOf(request: Request): Readonly<Record<string, string>> {
  return request.params as Readonly<Record<string, string>>;
}

function isDryRun(request: Request): boolean {
  switch (request.query["dry_run"]) {
    case undefined:
    case "false":
      return false;
    case "true":
      return true;
    default:
      throw problem("parameter-invalid", "dry_run is true or false.", {
        errors: [{ path: "dry_run", message: "must be true or false" }],
      });
  }
}

function idempotencyKey(request: Request): string | undefined {
  const key = request.get("Idempotency-Key");
  if (key === undefined) return undefined;
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw problem("parameter-invalid", "An Idempotency-Key has 1 to 255 printable ASCII characters.", {
    errors: [{ path: "Idempotency-Key", message: "must have 1 to 255 printable ASCII characters" }],
  });
}

/** Aborts when the client leaves before its answer is complete. */
function endOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}
