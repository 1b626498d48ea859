import type { Request } from "express";
import type { Identity, RoleName } from "../../../contracts/access.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import type { Accounts, StoredAccount } from "../accounts/accounts.ts";

/** Whose a token is, and which generation of the account's tokens it belongs to. */
export interface Bearer extends Identity {
  readonly generation: number;
}

export interface TokenReader {
  /** Undefined for a token that is malformed, expired, not ours, or signed in any other way than ours. */
  identify(token: string): Bearer | undefined;
}

/** Whose token a request carries. */
export interface Authenticated {
  readonly identity: Identity;
  /** Whether the account has not been disabled or changed since the token was issued. A token that expires does not count. */
  readonly isCurrent: () => Promise<boolean>;
}

/** @throws HttpProblem 401 when the request has no valid token. */
export type Authenticate = (request: Request) => Promise<Authenticated>;

/** How long a looked-up account is cached: its tokens may outlive a change by as much. */
const LOOKUP_LIFETIME_MS = 2_000;

/** Accounts that are kept, at most. */
const MAX_LOOKUPS = 10_000;

interface Lookup {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The newest generation of tokens that were issued before it. */
  readonly generation: number;
  readonly account: Promise<StoredAccount | undefined>;
}

/** Authenticates by tokens whose accounts have not been disabled or changed since they were issued. */
export function authentication(tokens: TokenReader, accounts: Pick<Accounts, "find">, clock: () => Date): Authenticate {
  const lookups = new Map<string, Lookup>();
  // A token of a higher generation than the cached look-up's causes another look-up, once for each generation.
  const lookUp = (name: string, generation: number): Lookup["account"] => {
    const at = clock().getTime();
    const kept = lookups.get(name);
    if (kept && kept.generation >= generation && Math.abs(at - kept.at) < LOOKUP_LIFETIME_MS) return kept.account;
    const account = accounts.find(name);
    if (lookups.size >= MAX_LOOKUPS) lookups.clear();
    const lookup = { at, generation, account };
    lookups.set(name, lookup);
    account.catch(() => lookups.get(name) === lookup && lookups.delete(name));
    return account;
  };
  return async (request) => {
    const { generation, ...identity } = bearerOf(request, tokens);
    const isCurrent = async (): Promise<boolean> => {
      const account = await lookUp(identity.user, generation);
      return account !== undefined && !account.disabled && account.generation === generation;
    };
    if (await isCurrent()) return { identity, isCurrent };
    throw problem("token-invalid", "The account was disabled or changed after this token was issued; log in again.");
  };
}

function bearerOf(request: Request, tokens: TokenReader): Bearer {
  const header = request.get("Authorization");
  if (header === undefined) {
    throw problem("token-missing", "Log in at /api/auth/token and send Authorization: Bearer with the access token.");
  }
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  const bearer = token === undefined ? undefined : tokens.identify(token);
  if (!bearer)
    throw problem("token-invalid", "The access token is malformed, expired or not from this system; log in again.");
  return bearer;
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
