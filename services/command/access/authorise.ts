import type { Request } from "express";
import type { Identity, RoleName } from "../../../contracts/access.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { Tokens } from "./tokens.ts";

/** Whose token the request carries. @throws HttpProblem 401 when it has none that is valid. */
export function authenticate(request: Request, tokens: Tokens): Identity {
  const header = request.get("Authorization");
  if (header === undefined) {
    throw problem("token-missing", "Log in at /api/auth/token and send Authorization: Bearer with the access token.");
  }
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  const identity = token === undefined ? undefined : tokens.identify(token);
  if (!identity) throw problem("token-invalid", "The access token is malformed, expired or not ours; log in again.");
  return identity;
}

/** @throws HttpProblem 403 when the identity lacks the role. */
export function requireRole(identity: Identity, role: RoleName): void {
  if (identity.roles.includes(role)) return;
  throw problem("role-missing", `The account ${identity.user} does not have the role ${role}.`);
}
