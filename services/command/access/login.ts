import { LIMITS } from "../../../platform/admission/limits.ts";
import { Turns } from "../../../platform/admission/turns.ts";
import { UsualTime } from "../../../platform/admission/usual-time.ts";
import { networkOf } from "../../../platform/http/client.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { Accounts, StoredAccount } from "../accounts/accounts.ts";
import { faultOfHash, generatePassword, hashPassword, passwordFits } from "../accounts/passwords.ts";
import type { Bearer } from "../http/authorise.ts";
import type { Throttle } from "./throttle.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Where the client is: an IPv4 address, or an IPv6 network. */
  readonly address: string;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** The account with these credentials. @throws HttpProblem 401 without one, 429 after too many failures, 503 when too many log in. */
export type Login = (credentials: Credentials) => Promise<Bearer>;

export async function openLogin(accounts: Pick<Accounts, "find">, throttle: Throttle): Promise<Login> {
  const verifying = new Turns(LIMITS.logins, new UsualTime());
  // An unknown name costs the same work, so that the duration does not reveal which names exist.
  const nobody = await hashPassword(generatePassword());
  // Concurrent guesses are counted one after the other.
  const guesses = new Turns({ running: LIMITS.logins.running, runningPerClient: 1 });
  const check = async ({ username, password, address }: Credentials): Promise<Bearer> => {
    const seconds = await throttle.blockedFor(username, address);
    if (seconds !== undefined) {
      throw problem("too-many-logins", "Too many logins of this account failed from your address; wait.", {
        headers: { "Retry-After": String(seconds) },
      });
    }
    const account = await accounts.find(username);
    // Earlier releases imported texts that are no hash, and hashes of any cost.
    const stored = account && faultOfHash(account.passwordHash) === undefined ? account.passwordHash : nobody;
    const fits = await passwordFits(stored, password);
    if (!account || !mayLogIn(account, fits)) {
      await throttle.failed(username, address);
      throw problem("credentials-wrong", "User name or password is wrong.", {
        headers: { "WWW-Authenticate": "Bearer" },
      });
    }
    await throttle.succeeded(username, address);
    const { name, provider, roles, generation } = account;
    return { user: name, provider, roles, generation };
  };
  return async (credentials) => {
    const { username, address, signal } = credentials;
    using permit = await verifying.acquire([networkOf(address), address], signal);
    if (!permit) throw problem("busy", "Too many logins at once; try again.");
    using _guess = await guesses.acquire(JSON.stringify([username, address]));
    return await check(credentials);
  };
}

const mayLogIn = (account: StoredAccount, passwordIsRight: boolean): boolean => passwordIsRight && !account.disabled;
