import { z } from "zod";
import { LoginDto, TokenDto } from "../access.ts";
import { BODY_PROBLEMS, type RouteDescription } from "./route.ts";

const Jwks = z
  .object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })
  .meta({ id: "Jwks", description: "JSON Web Key Set (RFC 7517)." });

export const accessRoutes: readonly RouteDescription[] = [
  {
    method: "post",
    path: "/api/auth/token",
    id: "login",
    tag: "Access",
    summary: "User name and password for an access token",
    description:
      "The token lives 5 minutes; send it as `Authorization: Bearer …` and ask for a new one in time. After ten failed " +
      "logins of an account from one address within 15 minutes that pair has to wait.",
    access: "public",
    body: { schema: LoginDto, examples: { login: { username: "clu", password: "correct horse battery staple" } } },
    answers: [
      {
        status: 200,
        description: "The token.",
        schema: TokenDto,
        example: {
          access_token: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
          token_type: "Bearer",
          expires_in: 300,
          expires_at: "2024-05-02T06:18:02.113Z",
        },
      },
    ],
    problems: [
      "credentials-wrong",
      "too-many-logins",
      ...BODY_PROBLEMS,
      "internal-error",
      "busy",
      "engine-unavailable",
    ],
  },
  {
    method: "get",
    path: "/.well-known/jwks.json",
    id: "keys",
    tag: "Access",
    summary: "Public keys that tokens are signed with",
    access: "public",
    answers: [{ status: 200, description: "The keys.", schema: Jwks }],
    problems: ["internal-error"],
  },
];
