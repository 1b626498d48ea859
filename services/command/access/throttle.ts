import { LOGIN_FAILURE_WINDOW_MS, MAX_LOGIN_FAILURES } from "../../../contracts/access.ts";
import type { Database } from "../../../platform/database/port.ts";
import { MAX_AHEAD_MS } from "../../../platform/database/recent.ts";
import { accountHash } from "../accounts/account-names.ts";

/** Counts failed logins by account and address, for all processes together. */
export interface Throttle {
  /** Seconds until this pair may try again; undefined when it may now. */
  blockedFor(account: string, address: string): Promise<number | undefined>;
  failed(account: string, address: string): Promise<void>;
  succeeded(account: string, address: string): Promise<void>;
  /** Deletes failures that no longer count. */
  sweep(): Promise<void>;
}

export function createThrottle(database: Database, clock: () => Date): Throttle {
  const after = (milliseconds: number): Date => new Date(clock().getTime() + milliseconds);
  // Failures dated further ahead are from before the clock was set back: they would lock the account until it catches up.
  const countedTimes = (): [from: Date, to: Date] => [after(-LOGIN_FAILURE_WINDOW_MS), after(MAX_AHEAD_MS)];
  return {
    blockedFor: async (account, address) => {
      const rows = await database.query<{ time: Date }>({
        name: "failed-logins",
        text: `select time from failed_logins, unnest(times) as time
          where account_hash = $1 and address = $2 and time > $3 and time <= $4
          order by time desc limit $5`,
        values: [accountHash(account), address, ...countedTimes(), MAX_LOGIN_FAILURES],
      });
      const oldest = rows[MAX_LOGIN_FAILURES - 1]?.time;
      if (!oldest) return undefined;
      return Math.max(1, Math.ceil((oldest.getTime() + LOGIN_FAILURE_WINDOW_MS - clock().getTime()) / 1000));
    },
    failed: async (account, address) => {
      await database.query({
        name: "failed-login",
        text: `insert into failed_logins as known (account_hash, address, times, last_time)
          values ($1, $2, array[$3::timestamptz], $3)
          on conflict (account_hash, address) do update set last_time = $3, times = array(
            select time from unnest(known.times || $3::timestamptz) as time
            where time > $4 and time <= $5 order by time desc limit $6)`,
        values: [accountHash(account), address, clock(), ...countedTimes(), MAX_LOGIN_FAILURES],
      });
    },
    succeeded: async (account, address) => {
      const text = "delete from failed_logins where account_hash = $1 and address = $2";
      await database.query({ name: "login", text, values: [accountHash(account), address] });
    },
    sweep: async () => {
      const text = "delete from failed_logins where last_time <= $1 or last_time > $2";
      await database.query({ text, values: countedTimes() });
    },
  };
}
