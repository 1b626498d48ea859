import type { Request, RequestHandler, Response } from "express";
import type { Identity } from "../../contracts/access.ts";
import type { DomainEvent } from "../../contracts/events.ts";
import { viewsTaking } from "../../contracts/views.ts";
import type { EventStore, Position } from "../../platform/event-store/port.ts";
import { correlationId } from "../../platform/http/application.ts";
import { problem } from "../../platform/http/problem.ts";
import type { ViewProgress } from "../../platform/views/progress.ts";
import { authenticate } from "./access/authorise.ts";
import type { Tokens } from "./access/tokens.ts";
import { type Cause, nameBasedUuid } from "./handle.ts";
import { type Body, type BodyMemory, readBody, roomToWork } from "./intake/body.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { type Preferences, readPreferences } from "./prefer.ts";
import type { RememberedAnswers, RepeatableRequest } from "./remembered-answers.ts";

/** What writing needs. */
export interface WriteDependencies {
  readonly eventStore: EventStore;
  readonly progress: ViewProgress;
  readonly tokens: Tokens;
  readonly jobs: Jobs;
  readonly memory: BodyMemory;
  readonly answers: RememberedAnswers;
  readonly clock: () => Date;
  /** Bytes of a body at most. */
  readonly mostBytes: number;
  /** Elements of an array at most. */
  readonly mostItems: number;
}

/** A write that may be carried out. */
export interface Write {
  readonly identity: Identity;
  readonly cause: Cause;
  readonly dryRun: boolean;
  readonly body: Body;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What came of a write, as plain JSON. */
export interface Written<Result> {
  readonly position: Position;
  readonly result: Result;
}

export interface WriteRoute<Result> {
  /** Events that it may append: whoever waits, waits for the views that take them. */
  readonly appends: readonly DomainEvent["type"][];
  /** @throws HttpProblem when the identity may not do this at all. */
  readonly permit: (identity: Identity) => void;
  readonly run: (write: Write) => Promise<Written<Result>>;
  readonly answer: (response: Response, result: Result, preferences: Preferences) => void;
}

/**
 * What every write has in common: token, body, `dry_run`, `Idempotency-Key`, `Prefer: wait`, `Event-Position`. The
 * body is not read before the token and the role were found good.
 */
export function writeHandler<Result>(dependencies: WriteDependencies, route: WriteRoute<Result>): RequestHandler {
  const views = viewsTaking(route.appends);
  return async (request, response) => {
    const identity = authenticate(request, dependencies.tokens);
    route.permit(identity);
    const dryRun = isDryRun(request);
    const preferences = readPreferences(request.get("Prefer"));
    const signal = endOf(response);
    const { position, result } = await carryOut(dependencies, route, request, response, { identity, dryRun, signal });
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
  readonly identity: Identity;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

async function carryOut<Result>(
  { memory, mostBytes, clock, answers }: WriteDependencies,
  route: WriteRoute<Result>,
  request: Request,
  response: Response,
  { identity, dryRun, signal }: Circumstances,
): Promise<Written<Result>> {
  // A dry run changes nothing, so there is nothing to repeat.
  const key = dryRun ? undefined : idempotencyKey(request);
  using body = await readBody(request, { memory, most: mostBytes, hashed: key !== undefined, signal });
  using _work = await roomToWork(memory, body, signal);
  const parameters = request.params as Readonly<Record<string, string>>;
  const cause: Cause = {
    time: clock().toISOString(),
    actor: identity.user,
    provider: identity.provider,
    correlationId: correlationId(response),
  };
  if (key === undefined) return await route.run({ identity, cause, dryRun, body, parameters });
  const { method, path } = request;
  const repeatable: RepeatableRequest = { provider: identity.provider, method, path, key, bodyHash: body.hash ?? "" };
  const causationId = nameBasedUuid(JSON.stringify(Object.values(repeatable)));
  // Awaited here, so that the memory is held until the work is done.
  return await answers.once(repeatable, () =>
    route.run({ identity, cause: { ...cause, causationId }, dryRun, body, parameters }),
  );
}

function isDryRun(request: Request): boolean {
  switch (request.query.dry_run) {
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
