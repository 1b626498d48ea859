import { ROLES, RoleName } from "../../../contracts/access.ts";
import { migrate } from "../../../platform/database/migrations.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { FirstAccount } from "../../../platform/lifecycle/first-account.ts";
import { COMMAND_MIGRATIONS } from "../schema.ts";
import { type Change, type ChangeStatement, noted, SYSTEM } from "./account-changes.ts";
import { AccountNames, accountHash } from "./account-names.ts";
import { generatePassword, hashPassword } from "./passwords.ts";

export interface Account {
  readonly name: string;
  readonly provider: string;
  readonly roles: readonly RoleName[];
  readonly disabled: boolean;
}

export interface StoredAccount extends Account {
  readonly passwordHash: string;
  /** Tokens of an earlier generation have ended. */
  readonly generation: number;
}

/** An account as it is stored. `createdAt`: ISO 8601, UTC. */
export interface MovedAccount extends StoredAccount {
  readonly createdAt: string;
}

/** The accounts that may log in. */
export interface Accounts {
  find(name: string): Promise<StoredAccount | undefined>;
  /** In the order of their names. */
  list(): Promise<Account[]>;
  /** Returns the existing account's name if it is the same or looks like it; undefined when the account was added. */
  add(account: Omit<Account, "disabled">, password: string): Promise<string | undefined>;
  /** The changes return false when there is no such account. */
  enable(name: string): Promise<boolean>;
  /** Ends its tokens, as other roles and a new password do. */
  disable(name: string): Promise<boolean>;
  setRoles(name: string, roles: readonly RoleName[]): Promise<boolean>;
  /** Forgets its failed logins too. */
  setPassword(name: string, password: string): Promise<boolean>;
  /** Forgets its failed logins, so that nobody has to wait to log in. */
  unlock(name: string): Promise<boolean>;
  /** All of them as they are stored, in the order of their names. */
  all(): Promise<MovedAccount[]>;
  /**
   * Stores an account of another system as it is, in place of another one of the same name. The same account, made at the
   * same time, stays as it is, since it may have been changed since. Tokens end if they have ended in either system, or
   * would count for another account.
   */
  put(account: MovedAccount): Promise<void>;
}

/** `actor`: who makes the changes, for the log. */
export async function openAccounts(database: Database, actor = SYSTEM): Promise<Accounts> {
  await migrate(database, COMMAND_MIGRATIONS);
  const make = async (change: Change, statement: ChangeStatement): Promise<boolean> => {
    const rows = await database.query(noted(change, actor, statement));
    return rows.length > 0;
  };
  return {
    find: async (name) => {
      const text = `select ${storedColumns} from accounts where ${IS_NAMED}`;
      const [row] = await database.query<StoredRow>({ name: "account", text, values: [name] });
      return row && toStored(row);
    },
    list: async () => {
      const rows = await database.query<AccountRow>(`select ${columns} from accounts order by name`);
      return rows.map(toAccount);
    },
    add: async ({ name, provider, roles }, password) => {
      const passwordHash = await hashPassword(password);
      return await database.transaction(async (transaction) => {
        await transaction.query({ text: "select pg_advisory_xact_lock($1)", values: [NAMES_LOCK] });
        const rows = await transaction.query<{ name: string }>("select name from accounts");
        const taken = new AccountNames(rows.map((row) => row.name)).find(name);
        if (taken !== undefined) return taken;
        const text = "insert into accounts (name, provider, roles, password_hash) values ($1, $2, $3, $4)";
        await transaction.query(noted("added", actor, { text, values: [name, provider, roles, passwordHash] }));
        return undefined;
      });
    },
    enable: (name) =>
      make("enabled", { text: `update accounts set disabled = false where ${IS_NAMED}`, values: [name] }),
    disable: (name) =>
      make("disabled", {
        text: `update accounts set disabled = true, ${ENDS_TOKENS} where ${IS_NAMED}`,
        values: [name],
      }),
    setRoles: (name, roles) =>
      make("roles", {
        text: `update accounts set roles = $2, ${ENDS_TOKENS} where ${IS_NAMED}`,
        values: [name, roles],
      }),
    setPassword: async (name, password) =>
      make("password", {
        first: `${UNLOCK} $3`,
        text: `update accounts set password_hash = $2, ${ENDS_TOKENS} where ${IS_NAMED}`,
        values: [name, await hashPassword(password), accountHash(name)],
      }),
    unlock: (name) =>
      make("unlocked", {
        first: `${UNLOCK} $2`,
        text: `update accounts set name = name where ${IS_NAMED}`,
        values: [name, accountHash(name)],
      }),
    all: async () => {
      const text = `select ${storedColumns},
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
        from accounts`;
      const rows = await database.query<StoredRow & { created_at: string }>(text);
      const accounts = rows.map((row) => ({ ...toStored(row), createdAt: row.created_at }));
      return accounts.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    put: async ({ name, provider, roles, disabled, passwordHash, generation, createdAt }) => {
      const text = `insert into accounts (${storedColumns}, created_at) values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (name) do update set provider = excluded.provider, roles = excluded.roles,
          disabled = excluded.disabled, password_hash = excluded.password_hash, created_at = excluded.created_at,
          token_generation = greatest(accounts.token_generation + 1, excluded.token_generation)
        where accounts.created_at <> excluded.created_at`;
      await make("imported", {
        text,
        values: [name, provider, roles, disabled, passwordHash, generation, createdAt],
      });
      await make("imported", {
        text: `update accounts set token_generation = $2
          where name = $1 and created_at = $3 and token_generation < $2`,
        values: [name, generation, createdAt],
      });
    },
  };
}

/** Adds the first administrator if there are no accounts; one of several processes that try does so. */
export async function addFirstAdministrator(
  accounts: Accounts,
  given: string | undefined,
): Promise<FirstAccount | undefined> {
  if ((await accounts.list()).length > 0) return undefined;
  const password = given ?? generatePassword();
  const taken = await accounts.add({ name: "admin", provider: "airlog", roles: ROLES }, password);
  return taken === undefined ? { name: "admin", password: given === undefined ? password : undefined } : undefined;
}

/** Advisory-lock key: names are compared and added one after the other. */
const NAMES_LOCK = 1_734_690_211;

/** A name means an account however its letters are composed. Names of earlier releases may be stored as they were given. */
const IS_NAMED = "name in ($1, normalize($1::text, nfc))";
const ENDS_TOKENS = "token_generation = token_generation + 1";
const UNLOCK = "delete from failed_logins where account_hash =";

const columns = "name, provider, roles, disabled";
const storedColumns = `${columns}, password_hash, token_generation`;

interface AccountRow {
  readonly name: string;
  readonly provider: string;
  readonly roles: readonly string[];
  readonly disabled: boolean;
}

interface StoredRow extends AccountRow {
  readonly password_hash: string;
  readonly token_generation: number;
}

function toAccount({ name, provider, roles, disabled }: AccountRow): Account {
  return { name, provider, roles: roles.flatMap((role) => RoleName.safeParse(role).data ?? []), disabled };
}

function toStored(row: StoredRow): StoredAccount {
  return { ...toAccount(row), passwordHash: row.password_hash, generation: row.token_generation };
}
