import { z } from "zod";
import { keysOf } from "./keys.ts";

/** Every problem code with its status and title. A code never changes its meaning. */
export const PROBLEMS = {
  "body-not-json": [400, "The body is not JSON"],
  "body-invalid": [400, "The body is invalid"],
  "parameter-invalid": [400, "A parameter is invalid"],
  "position-unknown": [400, "The position is not one of this log"],
  "search-rejected": [400, "The search engine refuses this search"],
  "token-missing": [401, "An access token is needed"],
  "token-invalid": [401, "The access token is not valid"],
  "credentials-wrong": [401, "User name or password is wrong"],
  "not-allowed-to-delete": [401, "None of the records may be deleted by this account"],
  "role-missing": [403, "The account lacks the role"],
  "series-owned-by-another": [403, "The time series belongs to another provider"],
  "route-unknown": [404, "There is no such route"],
  "facility-unknown": [404, "No such facility"],
  "record-unknown": [404, "No such record"],
  "station-unknown": [404, "No such station"],
  "series-unknown": [404, "No such time series"],
  "area-unknown": [404, "No such area"],
  "component-unknown": [404, "No such component"],
  "method-not-allowed": [405, "The route does not allow this method"],
  "representation-unknown": [406, "There is no such representation"],
  "upload-incomplete": [408, "The upload ended before it was complete"],
  "body-too-slow": [408, "The body comes too slowly"],
  "facility-exists": [409, "The facility exists already"],
  "station-exists": [409, "The station exists already"],
  "station-has-series": [409, "The station has time series"],
  "series-exists": [409, "The time series exists already"],
  "record-owned-by-another": [409, "The record belongs to another provider"],
  "forecast-older": [409, "A newer forecast is served already"],
  "request-running": [409, "A request with this key is still running"],
  "record-deleted": [410, "The record was deleted"],
  "facility-deleted": [410, "The facility was deleted"],
  "station-deleted": [410, "The station was deleted"],
  "position-of-another-log": [410, "The position belongs to another log"],
  "body-too-large": [413, "The body is too large"],
  "too-many-items": [413, "Too many items in one request"],
  "content-type-unsupported": [415, "The content type is not supported"],
  "expectation-failed": [417, "The expectation can't be met"],
  "grid-invalid": [422, "The grid of the forecast is invalid"],
  "key-reused": [422, "The key was used for another request"],
  "too-many-requests": [429, "Too many requests"],
  "too-many-keys": [429, "Too many idempotency keys"],
  "too-many-logins": [429, "Too many failed logins"],
  "headers-too-large": [431, "The request line or headers are too large"],
  "internal-error": [500, "The service failed unexpectedly"],
  "service-unavailable": [502, "The service does not answer"],
  busy: [503, "The service is busy"],
  "engine-unavailable": [503, "An engine behind the service is not available"],
  "storage-full": [503, "The storage is full"],
  "not-yet-visible": [503, "The position is not visible yet"],
  "view-building": [503, "What this route reads is being built"],
  "search-timeout": [504, "The search took too long"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Validation errors that are listed at most; `errorCount` counts all of them. */
export const LISTED_ERRORS = 100;

/** One validation error; `path` is a JSON Pointer into the body, or the name of a parameter. */
export const FieldError = z.object({ path: z.string(), message: z.string() }).meta({ id: "FieldError" });
export type FieldError = z.infer<typeof FieldError>;

/** Progress of a view that is being built and can't be read yet. */
export const BuildProgress = z
  .object({
    view: z.string(),
    version: z.number().int(),
    /** Share of the log that is applied, 0 to 1. */
    done: z.number(),
    /** At the rate so far; absent until that is known. */
    secondsLeft: z.number().int().optional(),
    /** Why the build stands still. */
    stopped: z.string().optional(),
  })
  .meta({ id: "BuildProgress" });
export type BuildProgress = z.infer<typeof BuildProgress>;

/** Further members of the problem of an unknown thing: the time at which one of this name was deleted. */
export const DeletedProblem = z.looseObject({ deleted: z.iso.datetime().optional() }).meta({ id: "DeletedProblem" });

/** Further members of a page's problem of an unknown name: the first known names, and the paths of their pages. */
export const ExistingProblem = z
  .looseObject({ existing: z.array(z.object({ name: z.string(), path: z.string() })).optional() })
  .meta({ id: "ExistingProblem" });

/** Problem details as RFC 9457 describes them. */
export const ProblemDetails = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(keysOf(PROBLEMS)),
    errors: z.array(FieldError).optional(),
    errorCount: z.number().int().optional(),
    building: z.array(BuildProgress).optional(),
  })
  .meta({ id: "ProblemDetails" });
export type ProblemDetails = z.infer<typeof ProblemDetails>;
