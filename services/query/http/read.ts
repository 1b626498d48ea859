import type { Request, RequestHandler, Response } from "express";
import type { Parameters, ParameterValues } from "../../../contracts/routes/parameter.ts";
import type { RouteDeclaration } from "../../../contracts/routes/route.ts";
import type { ViewName } from "../../../contracts/views.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import type { BodyMemory } from "../../../platform/http/body-memory.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { readParameters } from "../../../platform/http/parameters.ts";
import { type FindReady, noteReady } from "../../../platform/http/ready-answers.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import type { Builds } from "../../../platform/views/builds.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import type { ReadPace } from "../../../platform/views/read-pace.ts";
import { areBuilt, requireBuilt, viewsOf } from "../views/view-building.ts";
import { isShownAtOnce, showingAtLeast } from "./freshness.ts";
import { jsonBodyReader } from "./json-body.ts";
import { countRead, ReadLimit } from "./rate-limit.ts";

/** A request that is answered. */
export interface SentRead {
  readonly request: Request;
  readonly response: Response;
  /** Notes how the next equal request is answered at once, if nothing keeps its route from answering. */
  noteReady(find: FindReady): void;
}

/** A request to a declared route. */
export interface Read<Declared extends Parameters> extends SentRead {
  /** Read and checked when it is accessed. @throws HttpProblem `parameter-invalid` */
  readonly parameters: ParameterValues<Declared>;
}

/** Binds a declared route to its handler. */
export type BindRead = <Declared extends Parameters>(
  declaration: RouteDeclaration<Declared>,
  run: (read: Read<Declared>) => void | Promise<void>,
) => ServedRoute;

export interface ReadParts {
  readonly rateLimit: number | "off";
  /** Bytes of a body at most, where a route sets no limit of its own. */
  readonly maxBodyBytes: number;
  readonly memory: BodyMemory;
  readonly clock: () => Date;
  readonly eventStore: Pick<EventStore, "parsePosition">;
  readonly progress: Pick<ViewProgress, "waitFor" | "isLate" | "untilCurrent">;
  readonly builds: Pick<Builds, "newest" | "progress">;
  readonly pace: Pick<ReadPace, "observe">;
}

/**
 * The common part of all reads, from their declarations: the client's share, whether the route's views are built, the wait
 * for what the client has seen of them, and the body, for `useBody`.
 */
export function readBinding({
  rateLimit,
  maxBodyBytes,
  memory,
  clock,
  eventStore,
  progress,
  builds,
  pace,
}: ReadParts): BindRead {
  const limit = rateLimit === "off" ? undefined : new ReadLimit(rateLimit, clock);

  /** The handlers that precede a read of these views. */
  const before = (names: readonly ViewName[]): readonly RequestHandler[] => [
    ...(limit ? [countRead(limit)] : []),
    requireBuilt(names, builds),
    showingAtLeast(names, eventStore, progress),
  ];

  /** The same for an answer that is ready: it is sent if none of these handlers would refuse the request or let it wait. */
  const unhindered = (names: readonly ViewName[], find: FindReady): FindReady => {
    const views = viewsOf(names);
    return (request) => {
      const client = clientOf(request);
      if (limit?.isUsedUp(client) || !areBuilt(views, builds) || !isShownAtOnce(request, names, progress))
        return undefined;
      const answer = find(request);
      if (!answer || !limit) return answer;
      return { ...answer, headers: [...limit.count(client).headers, ...answer.headers] };
    };
  };

  return (declaration, run) => {
    const { path, reads, openEnded, body } = declaration;
    const note = (response: Response, find: FindReady): void => {
      noteReady(response, reads ? unhindered(reads, find) : find);
    };
    return serve(
      declaration,
      ...(reads ? before(reads) : []),
      ...(body ? [jsonBodyReader(memory, body.maxBytes ?? maxBodyBytes)] : []),
      async (request, response) => {
        const began = performance.now();
        await run(new BoundRead(declaration, request, response, note));
        if (reads && !openEnded) pace.observe(path, performance.now() - began);
      },
    );
  };
}

/** A class, since an object literal with a getter takes longer to create than some answers. */
class BoundRead<Declared extends Parameters> implements Read<Declared> {
  readonly request: Request;
  readonly response: Response;
  readonly #declaration: RouteDeclaration<Declared>;
  readonly #note: (response: Response, find: FindReady) => void;

  constructor(
    declaration: RouteDeclaration<Declared>,
    request: Request,
    response: Response,
    note: (response: Response, find: FindReady) => void,
  ) {
    this.#declaration = declaration;
    this.request = request;
    this.response = response;
    this.#note = note;
  }

  get parameters(): ParameterValues<Declared> {
    return readParameters(this.#declaration, this.request);
  }

  noteReady(find: FindReady): void {
    this.#note(this.response, find);
  }
}
