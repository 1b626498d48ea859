import type { Identity } from "../../../contracts/access.ts";
import { Limiter } from "../../../platform/async/limiter.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { Accounts, StoredAccount } from "./accounts.ts";
import { generatePassword, hashPassword, passwordFits } from "./passwords.ts";
import type { Throttle } from "./throttle.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Where the client is. */
  readonly address: string;
}

/** The identity of the account with these credentials. @throws HttpProblem 401 without one, 429 after too many failures. */
export type Login = (credentials: Credentials) => Promise<Identity>;

/** Passwords that are verified at a time: each takes 19 MiB and a processor. */
const MAX_CONCURRENT_CHECKS = 2;

/** How long a login waits for others. */
const CHECK_TIMEOUT_MS = 10_000;

export async function openLogin(accounts: Accounts, throttle: Throttle): Promise<Login> {
  const verifying = new Limiter(MAX_CONCURRENT_CHECKS, CHECK_TIMEOUT_MS);
  // An unknown name costs the same work, so that the duration does not reveal which names exist.
  const nobody = await hashPassword(generatePassword());
  const serialised = new KeyedMutex();
  return ({ username, password, address }) =>
    // Concurrent guesses are counted one after the other.
    serialised.run(JSON.stringify([username, address]), async () => {
      const seconds = await throttle.blockedFor(username, address);
      if (seconds !== undefined) {
        throw problem("too-many-logins", "Too many logins of this account failed from your address; wait.", {
          headers: { "Retry-After": String(seconds) },
        });
      }
      using permit = await verifying.acquire();
      if (!permit) throw problem("busy", "Too many logins at once; try again.");
      const account = await accounts.find(username);
      const fits = await passwordFits(account?.passwordHash ?? nobody, password);
      if (!account || !mayLogIn(account, fits)) {
        await throttle.failed(username, address);
        throw problem("credentials-wrong", "User name or password is wrong.", {
          headers: { "WWW-Authenticate": "Bearer" },
        });
      }
      await throttle.succeeded(username, address);
      return { user: account.name, provider: account.provider, roles: account.roles };
    });
}

const mayLogIn = (account: StoredAccount, passwordIsRight: boolean): boolean => passwordIsRight && !account.disabled;

/** Runs work of the same key one at a time. */
class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === running) this.#last.delete(key);
    }
  }
}
