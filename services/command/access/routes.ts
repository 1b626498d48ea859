import type { Logger } from "pino";
import type { z } from "zod";
import { LOGIN_BYTES, LoginDto, TOKEN_LIFETIME, type TokenDto } from "../../../contracts/access.ts";
import { getKeys, login as loginRoute } from "../../../contracts/routes/access.ts";
import { noteAccount, senderOf } from "../../../platform/http/access-log.ts";
import { readBody } from "../../../platform/http/body.ts";
import type { BodyMemory } from "../../../platform/http/body-memory.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import { readValue, toProblem } from "../parsing/read-json.ts";
import type { Login } from "./login.ts";
import type { Tokens } from "./tokens.ts";

export interface AccessDependencies {
  readonly login: Login;
  readonly tokens: Tokens;
  readonly memory: BodyMemory;
  readonly log: Logger;
}

/** Logging in, and the keys that tokens can be checked with. */
export function accessRoutes({ login, tokens, memory, log }: AccessDependencies): readonly ServedRoute[] {
  return [
    serve(loginRoute, async (request, response) => {
      const signal = leaving(response);
      const address = clientOf(request);
      const options = { memory, sender: address, maxBytes: LOGIN_BYTES, hashed: false, takesLines: false, signal };
      using body = await readBody(request, options);
      const read = readValue(body.bytes, LoginDto, LOGIN_BYTES);
      if (read.outcome === "refused") throw toProblem(read);
      const { username, password } = read.value;
      noteAccount(response, username);
      const bearer = await login({ username, password, address, signal });
      log.info(senderOf(response), "login");
      const { token, expiresAt } = tokens.issue(bearer);
      const answer: z.infer<typeof TokenDto> = {
        access_token: token,
        token_type: "Bearer",
        expires_in: TOKEN_LIFETIME,
        expires_at: expiresAt,
      };
      response.set("Cache-Control", "no-store").json(answer);
    }),
    serve(getKeys, (_request, response) => {
      response.set("Cache-Control", "public, max-age=300").json(tokens.keys);
    }),
  ];
}
