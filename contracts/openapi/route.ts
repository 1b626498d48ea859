import type { z } from "zod";
import type { RoleName } from "../access.ts";
import type { ProblemCode } from "../problem.ts";
import type { HeaderName, ParameterName } from "./headers.ts";

export const TAGS = {
  Facilities: "Stations and sites that datasets belong to.",
  Search: "Finding records.",
  Records: "Single records, their history, and keeping them.",
  Measurements: "Values of the monitoring network with their air-quality index, and means of them.",
  Lookup: "What measurements can be filtered by.",
  Sending: "Stations, time series and values, as monitoring networks send them.",
  UV: "UV index, and how long the sun takes to give a dose.",
  Access: "Access tokens.",
  Service: "The service itself.",
} as const;

export type Tag = keyof typeof TAGS;

/** One route as readers of the description see it. */
export interface RouteDescription {
  readonly method: "get" | "post" | "delete";
  /** With parameters in braces: `/api/facilities/{facilityId}`. */
  readonly path: string;
  /** Unique name of the operation. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Another route has taken its place. */
  readonly deprecated?: true;
  /** `public`, or roles of which the token must carry one. */
  readonly access: "public" | readonly RoleName[];
  readonly parameters?: readonly ParameterDescription[];
  /** Names of parameters that several routes share. */
  readonly shared?: readonly ParameterName[];
  readonly body?: BodyDescription;
  readonly answers: readonly AnswerDescription[];
  readonly problems: readonly ProblemCode[];
  /** Members that this route's problems of a status carry beside the usual ones. */
  readonly problemMembers?: Readonly<Record<number, z.ZodType>>;
}

export interface ParameterDescription {
  readonly name: string;
  readonly in: "query" | "path";
  readonly schema: z.ZodType;
  readonly description: string;
  /** Path parameters always are. */
  readonly required?: boolean;
  readonly example?: unknown;
}

export interface BodyDescription {
  readonly schema: z.ZodType;
  readonly description?: string;
  readonly examples: Readonly<Record<string, unknown>>;
  /** The body may also be NDJSON: what one line of it is. */
  readonly lines?: { readonly schema: z.ZodType; readonly example: unknown };
}

export interface AnswerDescription {
  readonly status: number;
  readonly description: string;
  /** Absent: no body. */
  readonly schema?: z.ZodType;
  /** `application/json` unless said. */
  readonly contentType?: string;
  /** Other content types that `Accept` can ask for. */
  readonly alsoAs?: readonly string[];
  readonly headers?: readonly HeaderName[];
  readonly example?: unknown;
}

/** What every public read can answer beside its own failures. */
export const READ_PROBLEMS = [
  "position-unknown",
  "too-many-requests",
  "internal-error",
  "engine-unavailable",
  "not-yet-visible",
] as const satisfies readonly ProblemCode[];

/** What every route with a JSON body can answer. */
export const BODY_PROBLEMS = [
  "body-not-json",
  "body-invalid",
  "body-too-large",
  "content-type-unsupported",
] as const satisfies readonly ProblemCode[];

/** What every protected write can answer. */
export const WRITE_PROBLEMS = [
  "parameter-invalid",
  "token-missing",
  "token-invalid",
  "request-running",
  "key-reused",
  "internal-error",
  "busy",
  "engine-unavailable",
  "storage-full",
] as const satisfies readonly ProblemCode[];

export const WRITE_PARAMETERS = ["dry_run", "Prefer", "Idempotency-Key"] as const satisfies readonly ParameterName[];
export const WRITE_HEADERS = ["Event-Position", "Preference-Applied"] as const satisfies readonly HeaderName[];
export const READ_HEADERS = ["RateLimit", "RateLimit-Policy"] as const satisfies readonly HeaderName[];
