import type { Identity } from "../../../contracts/access.ts";
import { problem } from "../../../platform/http/problem.ts";
import { Admission } from "../parsing/admission.ts";
import type { Accounts, StoredAccount } from "./accounts.ts";
import { generatePassword, hashPassword, passwordFits } from "./passwords.ts";
import type { Throttle } from "./throttle.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Where the client is. */
  readonly address: string;
}

/** Whose name and password these are. @throws HttpProblem 401 when nobody's, 429 after too many failures. */
export type Login = (credentials: Credentials) => Promise<Identity>;

/** Passwords that are verified at once: each takes 19 MiB and a processor. */
const AT_ONCE = 2;

/** Milliseconds that a login waits for others. */
const PATIENCE = 10_000;

export async function openLogin(accounts: Accounts, throttle: Throttle): Promise<Login> {
  const verifying = new Admission(AT_ONCE, PATIENCE);
  // An unknown name costs the same work, so that the time does not tell it from a wrong password.
  const nobody = await hashPassword(generatePassword());
  const oneByOne = new Turns();
  return ({ username, password, address }) =>
    // Guesses that come all at once are counted one after the other.
    oneByOne.take(JSON.stringify([username, address]), async () => {
      const seconds = await throttle.blockedFor(username, address);
      if (seconds !== undefined) {
        throw problem("too-many-logins", "Too many logins of this account failed from your address; wait.", {
          headers: { "Retry-After": String(seconds) },
        });
      }
      using place = await verifying.take(1);
      if (!place) throw problem("busy", "Too many logins at once; try again.");
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

/** Runs what has the same key one after the other. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
