import { z } from "zod";
import {
  LOGIN_BYTES,
  LOGIN_FAILURE_WINDOW_MS,
  LoginDto,
  MAX_LOGIN_FAILURES,
  TOKEN_LIFETIME,
  TokenDto,
} from "../access.ts";
import { declareRoute } from "./route.ts";

const Jwks = z
  .object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })
  .meta({ id: "Jwks", description: "JSON Web Key Set (RFC 7517)." });

export const login = declareRoute({
  method: "post",
  path: "/api/auth/token",
  id: "login",
  tag: "Access",
  summary: "User name and password for an access token",
  description:
    `The token lives ${TOKEN_LIFETIME / 60} minutes; send it as \`Authorization: Bearer …\` and ask for a new one in ` +
    `time. After ${MAX_LOGIN_FAILURES} failed logins of an account from one address within ` +
    `${LOGIN_FAILURE_WINDOW_MS / 60_000} minutes that pair has to wait.`,
  access: "public",
  body: {
    schema: LoginDto,
    examples: { login: { username: "clu", password: "correct horse battery staple" } },
    maxBytes: LOGIN_BYTES,
  },
  answers: [
    {
      status: 200,
      description: "The token.",
      schema: TokenDto,
      example: {
        access_token: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
        token_type: "Bearer",
        expires_in: TOKEN_LIFETIME,
        expires_at: "2024-05-02T06:18:02.113Z",
      },
    },
  ],
  problems: ["credentials-wrong", "too-many-logins", "busy", "engine-unavailable"],
});

export const getKeys = declareRoute({
  method: "get",
  path: "/.well-known/jwks.json",
  id: "keys",
  tag: "Access",
  summary: "Public keys that tokens are signed with",
  access: "public",
  answers: [{ status: 200, description: "The keys.", schema: Jwks }],
});

export const accessRoutes = [login, getKeys];
