import type { Request, Response } from "express";
import type { ProblemDetails } from "../../contracts/problem.ts";
import type { FailureForm, RouteDeclaration } from "../../contracts/routes/route.ts";
import { pathPattern } from "./path-pattern.ts";

/** Sends a failure. The status is already set. */
export type SendFailure = (response: Response, details: ProblemDetails) => void;

const PROBLEM_TYPE = "application/problem+json";

/** `unknown`: the address begins as no route does. A failure there is a page for clients that prefer HTML. */
type Form = FailureForm | "unknown";

/** What a failure can be answered as. Clients that accept anything get the first. */
const TYPES = {
  page: ["text/html", PROBLEM_TYPE, "application/json"],
  unknown: [PROBLEM_TYPE, "application/json", "text/html"],
} as const;

/** Sends each failure in the form of its request. Without `sendPage`, which sends one as a page, all are problem documents. */
export function failureSender(declarations: readonly RouteDeclaration[], sendPage?: SendFailure): SendFailure {
  const formOf = failureForms(declarations);
  return (response, details) => {
    const form = formOf(response.req);
    if (sendPage === undefined || form === "problem") return sendDocument(response, details);
    response.vary("Accept");
    const accepted = response.req.accepts([...TYPES[form]]);
    return accepted === "text/html" ? sendPage(response, details) : sendDocument(response, details);
  };
}

function sendDocument(response: Response, details: ProblemDetails): void {
  response.type(PROBLEM_TYPE).send(JSON.stringify(details));
}

/**
 * Failures have the form of the route at their path, or of the nearest route above it. Where `/` is a page, failures at paths
 * that begin as no route does can be pages too.
 */
function failureForms(declarations: readonly RouteDeclaration[]): (request: Request) => Form {
  const routes = declarations
    .map(({ path, failures = "problem" }) => ({ path, failures, pattern: pathPattern(path, "(?:/|$)") }))
    .sort((one, other) => depth(other.path) - depth(one.path) || literalFirst(one.path, other.path));
  const ofRoot = declarations.find(({ path }) => path === "/")?.failures === "page" ? "unknown" : "problem";
  const beginnings = new Set(declarations.map(({ path }) => beginningOf(path)));
  return ({ path }) =>
    routes.find(({ pattern }) => pattern.test(path))?.failures ??
    (beginnings.has(beginningOf(path)) ? "problem" : ofRoot);
}

const depth = (path: string): number => path.split("/").length;

const literalFirst = (one: string, other: string): number => Number(one.includes("{")) - Number(other.includes("{"));

/** The first segment of a path. */
const beginningOf = (path: string): string | undefined => path.toLowerCase().split("/", 2)[1];
