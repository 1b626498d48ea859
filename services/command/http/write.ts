import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import type { Logger } from "pino";
import type { Identity } from "../../../contracts/access.ts";
import type { EventType, WrittenVersions } from "../../../contracts/events.ts";
import type { Parameters, ParameterValues } from "../../../contracts/routes/parameter.ts";
import type { RouteDeclaration } from "../../../contracts/routes/route.ts";
import { viewsHandling } from "../../../contracts/views.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { logPartialRefusal, noteAccount, type PartialRefusal } from "../../../platform/http/access-log.ts";
import { correlationId, traceContext } from "../../../platform/http/application.ts";
import { acquireWork, readBody, tooBusy } from "../../../platform/http/body.ts";
import type { BodyMemory } from "../../../platform/http/body-memory.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import { readParameters } from "../../../platform/http/parameters.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import { allowAnyTime, inviteBody } from "../../../platform/http/server.ts";
import { joinTrace } from "../../../platform/http/traced-requests.ts";
import type { UploadPlace } from "../../../platform/http/uploads.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import type { CommandContext } from "../handling/command-handler.ts";
import { nameBasedUuid } from "../handling/event-id.ts";
import { type BodyRequest, sendsLines } from "../parsing/lines.ts";
import { type Authenticate, hasRole, roleMissing } from "./authorise.ts";
import type { Idempotency, KeyedRun, RepeatableRequest } from "./idempotency.ts";
import { type Preferences, readPreferences } from "./prefer.ts";

/** Dependencies of the binding of writes. */
export interface WriteParts {
  readonly progress: Pick<ViewProgress, "waitFor">;
  readonly authenticate: Authenticate;
  readonly memory: BodyMemory;
  readonly idempotency: Idempotency;
  readonly writtenVersions: () => WrittenVersions;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Bytes of a body, where a route sets no limit of its own. */
  readonly maxBytes: number;
  /** Elements of an array, where a route leaves that to the configuration. */
  readonly maxItems: number;
}

/** A request to write. */
export interface Write<Declared extends Parameters = Parameters> {
  readonly identity: Identity;
  readonly context: CommandContext;
  readonly parameters: ParameterValues<Declared>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Elements that an array in the body may have. */
  readonly maxItems: number;
  /** UUID of the account's key on this route: the same for every request under it, whatever its body. */
  readonly delivery: string;
  /** Whether an earlier attempt may have done some of it. */
  readonly isRetry: boolean;
  /** Aborts when the client leaves before its answer is complete. */
  readonly signal: AbortSignal;
}

/** A write whose body is lines, which come while they are stored. */
export interface LinesWrite extends Omit<Write, "bytes" | "maxItems" | "parameters" | "signal"> {
  readonly request: BodyRequest;
  readonly place: UploadPlace;
  readonly noteStored: KeyedRun["noteStored"];
  /** Whether the account may still write: it has not been disabled or changed since the upload began. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** The result of a write, as plain JSON. */
export interface Written<Result> {
  readonly position: Position;
  readonly result: Result;
}

export interface WriteRoute<Declared extends Parameters, Result> {
  /** The events that it may append, no other. A client that waits, waits for the views that handle them. */
  readonly appends: readonly EventType[];
  readonly run: (write: Write<Declared>) => Promise<Written<Result>>;
  /** Stores a body of NDJSON of any length, where the route takes one. Reads the request to its end. */
  readonly runLines?: (write: LinesWrite) => Promise<Written<Result>>;
  /** The problem for an account without the route's roles, where it depends on the body. */
  readonly refuse?: (write: Write<Declared>) => Promise<HttpProblem>;
  /** The part of the request that was refused, where the rest is done. */
  readonly refused?: (result: Result) => PartialRefusal | undefined;
  /** 200 without a body unless set. */
  readonly answer?: (response: Response, result: Result, preferences: Preferences) => void;
}

/** Binds a declared route to its handler. */
export type BindWrite = <Declared extends Parameters, Result>(
  declaration: RouteDeclaration<Declared>,
  route: WriteRoute<Declared, Result>,
) => ServedRoute;

/**
 * What all writes share, as their declarations say: token, roles, body, `dry_run`, `Idempotency-Key`, `Prefer: wait`,
 * `Event-Position`. Nothing of a body is read before the token and the roles were checked.
 */
export function writeBinding(parts: WriteParts): BindWrite {
  return (declaration, route) => {
    const { access } = declaration;
    const views = viewsHandling(route.appends);
    return serve(declaration, async (request, response) => {
      const { identity, isCurrent } = await parts.authenticate(request);
      noteAccount(response, identity.user);
      joinTrace(response);
      const mayWrite = access === "public" || hasRole(identity, access);
      if (!mayWrite && !route.refuse) throw roleMissing(identity, access);
      const preferences = readPreferences(request.get("Prefer"));
      const dryRun = isDryRun(request);
      // A dry run or a refused request changes nothing, so there is nothing to repeat.
      const key = dryRun || !mayWrite ? undefined : idempotencyKey(request);
      const sent: Sent = {
        request,
        response,
        identity,
        dryRun,
        key,
        appends: route.appends,
        signal: leaving(response),
      };
      const { position, result } = await (route.runLines && sendsLines(request)
        ? runLines(parts, route.runLines, sent, isCurrent)
        : runBody(parts, declaration, mayWrite ? route.run : refusal(route), sent));
      const refused = route.refused?.(result);
      if (refused) logPartialRefusal(parts.log, request, response, refused);
      if (!dryRun) {
        response.set("Event-Position", position);
        await waitUntilVisible(parts, views, position, preferences, sent);
      }
      if (route.answer) route.answer(response, result, preferences);
      else response.status(200).end();
    });
  };
}

function refusal<Declared extends Parameters, Result>({ refuse }: WriteRoute<Declared, Result>) {
  return async (write: Write<Declared>): Promise<never> => {
    throw await refuse?.(write);
  };
}

async function waitUntilVisible(
  { progress }: WriteParts,
  views: ReturnType<typeof viewsHandling>,
  position: Position,
  { wait }: Preferences,
  { response, identity, signal }: Sent,
): Promise<void> {
  if (wait === undefined) return;
  const visible = await progress.waitFor(views, position, { by: identity.provider, timeoutMs: wait * 1000, signal });
  if (visible) response.append("Preference-Applied", "wait");
}

/** A request whose sender may write. */
interface Sent {
  readonly request: Request;
  readonly response: Response;
  readonly identity: Identity;
  readonly dryRun: boolean;
  readonly key: string | undefined;
  readonly appends: readonly EventType[];
  /** Aborts when the client leaves before its answer is complete. */
  readonly signal: AbortSignal;
}

async function runBody<Declared extends Parameters, Result>(
  parts: WriteParts,
  declaration: RouteDeclaration<Declared>,
  run: (write: Write<Declared>) => Promise<Written<Result>>,
  sent: Sent,
): Promise<Written<Result>> {
  const { memory } = parts;
  const { request, identity, key, signal } = sent;
  const maxBytes = declaration.body?.maxBytes ?? parts.maxBytes;
  const declared = declaration.body?.maxItems ?? Number.POSITIVE_INFINITY;
  const maxItems = declared === "configured" ? parts.maxItems : declared;
  const parameters = readParameters(declaration, request);
  const takesLines = declaration.body?.lines !== undefined;
  const sender = identity.provider;
  using body = await readBody(request, { memory, sender, maxBytes, hashed: key !== undefined, takesLines, signal });
  using _work = await acquireWork(memory, body, signal);
  const { bytes } = body;
  // Awaited here, so that the memory is held until the work is done.
  return await once(parts, sent, body.hash ?? "", (attempt) =>
    run({ identity, parameters, bytes, maxItems, signal, ...attempt }),
  );
}

async function runLines<Result>(
  parts: WriteParts,
  run: (write: LinesWrite) => Promise<Written<Result>>,
  sent: Sent,
  mayGoOn: LinesWrite["mayGoOn"],
): Promise<Written<Result>> {
  const { request, response, identity } = sent;
  using place = parts.memory.uploads.take(identity.provider);
  if (!place) throw tooBusy();
  allowAnyTime(request);
  inviteBody(request);
  try {
    // The body is known only at its end, so no earlier answer is repeated: the log shows what of it is stored.
    return await once(parts, sent, undefined, (attempt) => run({ identity, request, place, mayGoOn, ...attempt }));
  } catch (error) {
    // Don't wait for the rest of a body without end.
    if (!request.readableEnded) response.set("Connection", "close");
    throw error;
  }
}

/** One attempt to do what was sent. */
type Attempt = Pick<Write, "context" | "delivery"> & KeyedRun;

/** Runs the work; of several requests with one key, only the first runs it. */
async function once<Result>(
  { idempotency, writtenVersions, clock }: WriteParts,
  { request, response, identity, dryRun, appends, key }: Sent,
  bodyHash: string | undefined,
  run: (attempt: Attempt) => Promise<Written<Result>>,
): Promise<Written<Result>> {
  const metadata = {
    time: clock().toISOString(),
    actor: identity.user,
    provider: identity.provider,
    correlationId: correlationId(response),
    ...traceContext(response),
  };
  const circumstances = { dryRun, appends, versions: writtenVersions() };
  if (key === undefined) {
    const context = { metadata, ...circumstances };
    return run({ context, delivery: randomUUID(), isRetry: false, noteStored: () => undefined });
  }
  const { method, path } = request;
  const { user: account, provider } = identity;
  const repeatable: RepeatableRequest = { account, provider, method, path, key, bodyHash };
  const causationId = nameBasedUuid(JSON.stringify([account, method, path, key, bodyHash]));
  const context = { metadata: { ...metadata, causationId }, ...circumstances };
  const delivery = nameBasedUuid(JSON.stringify([account, method, path, key]));
  return idempotency.once(repeatable, (keyed) => run({ context, delivery, ...keyed }));
}

function isDryRun(request: Request): boolean {
  switch (request.query["dry_run"]) {
    case undefined:
    case "false":
      return false;
    case "true":
      return true;
    default:
      throw problem("parameter-invalid", "dry_run must be true or false.", {
        errors: [{ path: "dry_run", message: "must be true or false" }],
      });
  }
}

function idempotencyKey(request: Request): string | undefined {
  const key = request.get("Idempotency-Key");
  if (key === undefined) return undefined;
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw problem("parameter-invalid", "Idempotency-Key must have 1 to 255 printable ASCII characters.", {
    errors: [{ path: "Idempotency-Key", message: "must have 1 to 255 printable ASCII characters" }],
  });
}
