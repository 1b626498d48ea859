import { likenessOf } from "../../../contracts/account-name.ts";
import { contentHash } from "../handling/event-id.ts";

/** Stands for an account in the table of failed logins, however the letters of its name are composed. */
export const accountHash = (name: string): string => contentHash(name.normalize("NFC"));

/** The names of accounts. Finds the one that a new name could be mistaken for. */
export class AccountNames {
  readonly #names = new Set<string>();
  readonly #byLikeness = new Map<string, string>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    this.#names.add(name);
    this.#byLikeness.set(likenessOf(name), name);
  }

  /** The name itself where it is taken, else one that looks like it. */
  find(name: string): string | undefined {
    return this.#names.has(name) ? name : this.#byLikeness.get(likenessOf(name));
  }
}
