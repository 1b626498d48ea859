import type { Logger } from "pino";
import { Coalesced } from "../../../platform/async/coalesced.ts";
import { type Database, DatabaseUnavailable, type Statement } from "../../../platform/database/port.ts";

/** The actor of changes where no other one is named. */
export const SYSTEM = "airlog";

export type Change = "added" | "imported" | "enabled" | "disabled" | "roles" | "password" | "unlocked";

const CHANNEL = "account_changes";

/** A change of one account: a statement that returns nothing, and one that runs before it in its transaction. */
export interface ChangeStatement extends Required<Pick<Statement, "text" | "values">> {
  readonly first?: string;
}

/** The statement that also notes the change for the log. It returns a row where an account was changed. */
export function noted(change: Change, actor: string, { text, values, first }: ChangeStatement): Statement {
  const next = values.length + 1;
  return {
    text: `with ${first === undefined ? "" : `first as (${first}), `}
        changed as (${text} returning name, provider, roles),
        noted as (
          insert into account_changes (account, provider, roles, change, actor)
          select name, provider, roles, $${next}, $${next + 1} from changed returning account)
      select pg_notify('${CHANNEL}', '') from noted`,
    values: [...values, change, actor],
  };
}

interface NotedRow {
  readonly id: string;
  readonly time: Date;
  readonly actor: string;
  readonly account: string;
  readonly provider: string;
  readonly roles: readonly string[];
  readonly change: Change;
}

/**
 * Logs each change of an account once, whichever process made it: one of several services logs it. Earlier changes come
 * first. Changes that `log` would not write stay in the database for another process. Returns a function that stops the
 * logging.
 */
export async function logAccountChanges(database: Database, log: Logger): Promise<() => Promise<void>> {
  if (!log.isLevelEnabled("info")) return async () => undefined;
  const logging = new Coalesced(async () => {
    try {
      // Logged before the deletion is committed: after a crash in between, they are logged again.
      await database.transaction(async (transaction) => {
        const rows = await transaction.query<NotedRow>("delete from account_changes returning *");
        const ordered = rows.sort((a, b) => Number(a.id) - Number(b.id));
        for (const { id: _, time, ...change } of ordered) log.info({ ...change, at: time }, "account changed");
      });
    } catch (error) {
      // After an outage they are read again.
      if (!(error instanceof DatabaseUnavailable)) log.warn({ err: error }, "changes of accounts could not be read");
    }
  });
  const stopListening = await database.listen(CHANNEL, () => logging.request());
  return async () => {
    await stopListening();
    await logging.idle();
  };
}
