import type { z } from "zod";
import type { RoleName } from "../access.ts";
import type { FieldError, ProblemCode } from "../problem.ts";
import type { ViewName } from "../views.ts";
import type { HeaderName, SharedParameterName } from "./headers.ts";
import type { Parameters, ParameterValues } from "./parameter.ts";

export const TAGS = {
  Facilities: "Stations and sites that datasets belong to.",
  Search: "Finding records.",
  Records: "Single records, their history, and keeping them.",
  Changes: "Everything that changed, for those who keep copies.",
  Measurements: "Values of the monitoring network with their air-quality index, and means of them.",
  Lookup: "What measurements can be filtered by.",
  Sending: "Stations, time series and values, as monitoring networks send them.",
  UV: "UV index, and how long the sun takes to give a dose.",
  Access: "Access tokens.",
  Service: "The service itself.",
} as const;

export type Tag = keyof typeof TAGS;

/**
 * Everything that is declared about a route. It is mounted, authorised, checked and described from this declaration; the
 * service that serves it binds the handler. Problems, headers and parameters that come with a flag (`access`, `reads`,
 * `cached`, `body`, `parameters`) are derived, never listed.
 */
export interface RouteDeclaration<Declared extends Parameters = Parameters> {
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
  /** `public`, or the roles of a write, whose token must carry one of them. */
  readonly access: "public" | readonly RoleName[];
  /** The problem for an account without the roles: `role-missing` unless set. */
  readonly refusal?: ProblemCode;
  /** A public read of these views: limited in number, and it waits for `Min-Event-Position` in each of them. */
  readonly reads?: readonly ViewName[];
  /** The answer may wait for something to happen, or go on until its reader leaves: its time is not the service's work. */
  readonly openEnded?: true;
  /** Answers carry an `ETag`, and 304 is answered to `If-None-Match`. */
  readonly cached?: true;
  /** The answer is an array that may also be asked for as CSV or NDJSON, by `Accept` or the path's suffix. */
  readonly tabular?: true;
  /** The parameters of path and query; those of the path stand first, in its order. */
  readonly parameters?: Declared;
  /** Names of query parameters are taken in any case, and values of a repeated one are joined by `;`. */
  readonly lenient?: true;
  /** Errors of parameters that fit alone, but not with each other. Those that did not fit alone are absent. */
  check?(values: Partial<ParameterValues<Declared>>): readonly FieldError[];
  readonly body?: BodyDeclaration;
  readonly answers: readonly AnswerDeclaration[];
  /** Problems of this route alone. */
  readonly problems?: readonly ProblemCode[];
  /** The form of failures of this route and of wrong paths below it: problem details unless set. */
  readonly failures?: FailureForm;
  /** Further members of this route's problems, by status. */
  readonly problemMembers?: Readonly<Record<number, z.ZodType>>;
}

/** The form of failures: problem details (RFC 9457), or HTML for all clients but those that prefer JSON. */
export type FailureForm = "problem" | "page";

export interface BodyDeclaration {
  readonly schema: z.ZodType;
  readonly examples: Readonly<Record<string, unknown>>;
  /** Bytes of a body at most, also when unpacked; `AIRLOG_MAX_BODY` unless set. */
  readonly maxBytes?: number;
  /** Items of a request at most; `configured` is `AIRLOG_MAX_BATCH`. */
  readonly maxItems?: number | "configured";
  /** The body may also be NDJSON, with lines of this schema. */
  readonly lines?: { readonly schema: z.ZodType; readonly example: unknown };
}

export interface AnswerDeclaration {
  readonly status: number;
  readonly description: string;
  /** Absent: no body. */
  readonly schema?: z.ZodType;
  /** `application/json` alone unless set. The schema and the example belong to the first. */
  readonly mediaTypes?: readonly [string, ...string[]];
  /** Headers of this answer alone. */
  readonly headers?: readonly HeaderName[];
  readonly example?: unknown;
}

/** A route, with the types of its parameters inferred. */
export function declareRoute<const Declared extends Parameters = Record<never, never>>(
  route: RouteDeclaration<Declared>,
): RouteDeclaration<Declared> {
  return route;
}

/** Whether requests carry a token, and may change something. */
export function isWrite({ access }: RouteDeclaration): boolean {
  return access !== "public";
}

const BODY_PROBLEMS = [
  "body-not-json",
  "body-invalid",
  "body-too-slow",
  "body-too-large",
  "content-type-unsupported",
  "busy",
] as const;
const READ_PROBLEMS = ["position-unknown", "too-many-requests"] as const;
const VIEW_PROBLEMS = ["engine-unavailable", "view-building", "not-yet-visible"] as const;
const WRITE_PROBLEMS = [
  "parameter-invalid",
  "token-missing",
  "token-invalid",
  "request-running",
  "key-reused",
  "too-many-keys",
  "busy",
  "engine-unavailable",
  "storage-full",
] as const;

/** Problems that every route can answer. */
export const COMMON_PROBLEMS = ["headers-too-large", "internal-error"] as const;

/** Every problem that the route can answer: its own, those that its flags bring, and those of all routes. */
export function problemsOf(route: RouteDeclaration): readonly ProblemCode[] {
  const { problems = [], refusal = "role-missing", parameters = {}, reads, body } = route;
  return [
    ...new Set<ProblemCode>([
      ...problems,
      ...(Object.keys(parameters).length > 0 ? (["parameter-invalid"] as const) : []),
      ...(body?.maxItems !== undefined ? (["too-many-items"] as const) : []),
      ...(body ? BODY_PROBLEMS : []),
      ...(reads ? READ_PROBLEMS : []),
      ...(reads && reads.length > 0 ? VIEW_PROBLEMS : []),
      ...(route.tabular ? (["busy"] as const) : []),
      ...(isWrite(route) ? ([refusal, ...WRITE_PROBLEMS] as const) : []),
      ...COMMON_PROBLEMS,
    ]),
  ];
}

/** Parameters that come with the route's flags. */
export function sharedParametersOf(route: RouteDeclaration): readonly SharedParameterName[] {
  return [
    ...(isWrite(route) ? (["dry_run", "Prefer", "Idempotency-Key"] as const) : []),
    ...(route.reads ? (["Min-Event-Position"] as const) : []),
    ...(route.cached ? (["If-None-Match"] as const) : []),
  ];
}

/** Every answer of success, with the headers that come with the route's flags. */
export function answersOf(route: RouteDeclaration): readonly AnswerDeclaration[] {
  const common: readonly HeaderName[] = [
    ...(route.cached ? (["ETag"] as const) : []),
    ...(route.reads ? (["RateLimit", "RateLimit-Policy"] as const) : []),
    ...(isWrite(route) ? (["Event-Position", "Preference-Applied"] as const) : []),
  ];
  const unchanged = route.cached ? [{ status: 304, description: "Nothing has changed." }] : [];
  return [...route.answers, ...unchanged].map((answer) => {
    const { headers = [] }: AnswerDeclaration = answer;
    return { ...answer, headers: [...common, ...headers] };
  });
}
