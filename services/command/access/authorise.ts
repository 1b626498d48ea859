import type { Request } from "express";
import type { Identity, RoleName } from "../../../contracts/access.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import type { Tokens } from "./tokens.ts";

/** Whose token the request carries. @throws HttpProblem 401 when it has none that is valid. */
export function authenticate(request: Request, tokens: Tokens): Identity {
  const header = request.get("Authorization");
  if (header === undefined) {
    throw problem("token-missing", "Log in at /api/auth/token and send Authorization: Bearer with the access token.");
  }
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  const identity = token === undefined ? undefined : tokens.identify(token);
  if (!identity)
    throw problem("token-invalid", "The access token is malformed, expired or not from this system; log in again.");
  return identity;
}

/** Whether the identity has one of the roles. */
export function hasRole({ roles }: Identity, wanted: readonly RoleName[]): boolean {
  return wanted.some((role) => roles.includes(role));
}

export function roleMissing({ user }: Identity, wanted: readonly RoleName[]): HttpProblem {
  const [only, ...others] = wanted;
  const missing =
    others.length === 0 ? `does not have the role ${only}` : `has neither the role ${wanted.join(" nor ")}`;
  return problem("role-missing", `The account ${user} ${missing}.`);
}
