import type { Request, Response } from "express";
import type { Parameters, ParameterValues } from "../../../contracts/routes/parameter.ts";
import type { RouteDeclaration } from "../../../contracts/routes/route.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import type { BodyMemory } from "../../../platform/http/body-memory.ts";
import { readParameters } from "../../../platform/http/parameters.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import type { Builds } from "../../../platform/views/builds.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import type { ReadPace } from "../../../platform/views/read-pace.ts";
import { requireBuilt } from "../views/view-building.ts";
import { showingAtLeast } from "./freshness.ts";
import { jsonBodyReader } from "./json-body.ts";
import { limitReads } from "./rate-limit.ts";

/** A request to a declared route. */
export interface Read<Declared extends Parameters> {
  readonly request: Request;
  readonly response: Response;
  /** Read and checked when it is accessed. @throws HttpProblem `parameter-invalid` */
  readonly parameters: ParameterValues<Declared>;
}

/** Binds a declared route to what answers it. */
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
 * What goes before every read, as its declaration says: the client's share, that the views are built which the route
 * reads, the wait for what the client has seen of them, and the body, for `useBody`.
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
  const limits = rateLimit === "off" ? [] : [limitReads(rateLimit, clock)];
  return (declaration, run) => {
    const { reads, body } = declaration;
    return serve(
      declaration,
      ...(reads ? [...limits, requireBuilt(reads, builds), showingAtLeast(reads, eventStore, progress)] : []),
      ...(body ? [jsonBodyReader(memory, body.maxBytes ?? maxBodyBytes)] : []),
      async (request, response) => {
        const began = performance.now();
        await run(new BoundRead(declaration, request, response));
        if (reads) pace.observe(declaration.path, performance.now() - began);
      },
    );
  };
}

/** A class, since an object literal with a getter takes longer to create than some answers. */
class BoundRead<Declared extends Parameters> implements Read<Declared> {
  readonly request: Request;
  readonly response: Response;
  readonly #declaration: RouteDeclaration<Declared>;

  constructor(declaration: RouteDeclaration<Declared>, request: Request, response: Response) {
    this.#declaration = declaration;
    this.request = request;
    this.response = response;
  }

  get parameters(): ParameterValues<Declared> {
    return readParameters(this.#declaration, this.request);
  }
}
