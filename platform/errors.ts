import type { ProblemCode } from "../contracts/problem.ts";

/** The message of an error; anything else that was thrown, as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error of the system or of a library, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The answer to a client whose request meets the failure of an engine. */
export interface EngineProblem {
  readonly code: ProblemCode;
  /** What is wrong, and what the client can do. */
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

/** A failure of an engine that is reported to clients. */
export abstract class EngineFailure extends Error {
  abstract get problem(): EngineProblem;
}

/** An engine can't be reached or refuses work for now. The outcome of the operation is unknown; try again. */
export abstract class EngineUnavailable extends EngineFailure {
  /** The engine's disk is full. */
  readonly storageFull: boolean;
  constructor(message: string, { storageFull = false, ...options }: ErrorOptions & { storageFull?: boolean } = {}) {
    super(message, options);
    this.storageFull = storageFull;
  }

  /** Name of the engine for clients. */
  protected get engine(): string {
    return "database";
  }

  get problem(): EngineProblem {
    return this.storageFull
      ? {
          code: "storage-full",
          detail: `The disk of the ${this.engine} is full; try again later.`,
          retryAfterSeconds: 30,
        }
      : { code: "engine-unavailable", detail: `The ${this.engine} is not available at the moment; try again.` };
  }

  /** See the function `tellsOfLoss`. */
  get tellsOfLoss(): boolean {
    return true;
  }
}

/** Whether an error, or one of its causes, comes from a lost engine, whose `EngineWatch` logs the loss for all callers. */
export function tellsOfLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("tellsOfLoss" in error && error.tellsOfLoss === true) || tellsOfLoss(error.cause);
}
