import type { Request, Response } from "express";
import type { ProblemDetails } from "../../contracts/problem.ts";
import type { FailureForm, RouteDeclaration } from "../../contracts/routes/route.ts";
import { failurePage } from "./pages/failure-page.ts";
import { PAGE_HEADERS, PAGE_TYPE, renderPage } from "./pages/page.ts";
import { pathPattern } from "./path-pattern.ts";

/** Returns the declared form of a request's failure. */
export type FormOf = (request: Request) => FailureForm;

/**
 * Failures have the form of the route at their path, or of the nearest route above it. `/` is not above other paths: a
 * wrong path without such a route gets a problem document.
 */
export function failureForms(declarations: readonly RouteDeclaration[]): FormOf {
  const routes = declarations
    .map(({ path, failures = "problem" }) => ({ path, failures, pattern: pathPattern(path, "(?:/|$)") }))
    .sort((one, other) => depth(other.path) - depth(one.path) || literalFirst(one.path, other.path));
  return ({ path }) => routes.find(({ pattern }) => pattern.test(path))?.failures ?? "problem";
}

const depth = (path: string): number => path.split("/").length;

const literalFirst = (one: string, other: string): number => Number(one.includes("{")) - Number(other.includes("{"));

const PROBLEM_TYPE = "application/problem+json";

/** Sends a failure in each form. The status is already set. */
const FORMS: Readonly<Record<FailureForm, (response: Response, details: ProblemDetails) => void>> = {
  problem: (response, details) => {
    response.type(PROBLEM_TYPE).send(JSON.stringify(details));
  },
  page: (response, details) => {
    response.vary("Accept");
    // Programs that accept anything get the same as elsewhere.
    if (response.req.accepts([PROBLEM_TYPE, "application/json", "text/html"]) !== "text/html") {
      FORMS.problem(response, details);
      return;
    }
    response
      .set(PAGE_HEADERS)
      .type(PAGE_TYPE)
      .send(renderPage(failurePage(details)));
  },
};

export function sendFailure(response: Response, details: ProblemDetails, form: FailureForm): void {
  FORMS[form](response, details);
}
