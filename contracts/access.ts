import { z } from "zod";

export const ROLES = [
  "metadata_provider",
  "metadata_admin",
  "facility_admin",
  "station_admin",
  "observation_provider",
  "forecast_provider",
] as const;

export const RoleName = z.enum(ROLES).meta({ id: "RoleName" });
export type RoleName = z.infer<typeof RoleName>;

/** Lifetime of an access token in seconds. */
export const TOKEN_LIFETIME = 300;

/** Bytes of a login at most. */
export const LOGIN_BYTES = 16 * 1024;

/** Failed logins of one account from one address within the window, before more are refused. */
export const MAX_LOGIN_FAILURES = 10;
export const LOGIN_FAILURE_WINDOW_MS = 15 * 60_000;

export const LoginDto = z.looseObject({ username: z.string(), password: z.string() }).meta({ id: "LoginDto" });

export const TokenDto = z
  .object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.number().int(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "TokenDto" });

/** The sender of a request, from its token. Accounts of one provider share what they own. */
export interface Identity {
  readonly user: string;
  readonly provider: string;
  readonly roles: readonly RoleName[];
}
