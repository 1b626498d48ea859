import jwt from "jsonwebtoken";
import { z } from "zod";
import { RoleName, TOKEN_LIFETIME } from "../../../contracts/access.ts";
import type { Bearer, TokenReader } from "../http/authorise.ts";
import type { SigningKey } from "./signing-key.ts";

const ISSUER = "airlog";
const AUDIENCE = "airlog";

/** Seconds by which the clocks of processes may differ. */
const MAX_CLOCK_SKEW = 5;

const Claims = z.object({
  sub: z.string().min(1),
  provider: z.string().min(1),
  roles: z.array(RoleName),
  /** Absent in tokens of 0.1.0, which have ended five minutes after the upgrade. */
  generation: z.int().default(0),
  iat: z.number(),
  exp: z.number(),
});

export interface IssuedToken {
  readonly token: string;
  /** When it ends, ISO 8601 UTC. */
  readonly expiresAt: string;
}

/** Issues and verifies access tokens. */
export interface Tokens extends TokenReader {
  issue(bearer: Bearer): IssuedToken;
  /** The public keys, as clients may fetch them. */
  readonly keys: { readonly keys: readonly SigningKey["jwk"][] };
}

export function createTokens(key: SigningKey, clock: () => Date): Tokens {
  const seconds = (): number => Math.floor(clock().getTime() / 1000);
  return {
    issue: ({ user, provider, roles, generation }) => {
      const iat = seconds();
      const exp = iat + TOKEN_LIFETIME;
      const claims = { iss: ISSUER, aud: AUDIENCE, sub: user, provider, roles, generation, iat, exp };
      const token = jwt.sign(claims, key.privateKey, { algorithm: "ES256", keyid: key.id });
      return { token, expiresAt: new Date(exp * 1000).toISOString() };
    },
    identify: (token) => {
      const claims = Claims.safeParse(verified(token, key, seconds()));
      if (!claims.success || claims.data.iat > seconds() + MAX_CLOCK_SKEW) return undefined;
      const { sub, provider, roles, generation } = claims.data;
      return { user: sub, provider, roles, generation };
    },
    keys: { keys: [key.jwk] },
  };
}

function verified(token: string, { publicKey }: SigningKey, now: number): unknown {
  try {
    return jwt.verify(token, publicKey, {
      algorithms: ["ES256"],
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTimestamp: now,
      maxAge: TOKEN_LIFETIME,
    });
  } catch {
    // For malformed tokens the library throws errors of many kinds: SyntaxError for claims, TypeError for signatures.
    return undefined;
  }
}
