import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import type { Config } from "../platform/config.ts";
import { type RunningProcess, startProcess } from "../platform/lifecycle/process.ts";
import { reasonOf } from "../platform/lifecycle/reason.ts";
import { runUntilStopped, type StartParts } from "../platform/lifecycle/stopping.ts";
import { allServices } from "../services/all.ts";
import { openAccounts } from "../services/command/accounts/accounts.ts";
import { ProviderClient } from "./demo/client.ts";
import { FACILITIES, fillCatalogue, RECORDS } from "./demo/fill.ts";
import { DAYS, DemoNetwork } from "./demo/network.ts";
import { untilReady } from "./demo/ready.ts";
import { refusalOf, refuseOtherData, withHere } from "./demo/refusals.ts";
import { requestsToTry } from "./demo/try.ts";
import { sendUvGrid } from "./demo/uv.ts";

const USAGE = `usage: npm run demo -- [--records N] [--days N] [--here]

Runs the whole system on a data folder of its own (./data/demo) and fills it through the write API
with ${FACILITIES} facilities, ${RECORDS} records, ${DAYS} days of a monitoring network's hourly values, and a UV forecast. Prints requests
to try and keeps serving until Ctrl-C; each hour the network reports its new values. A second run adds only what is
missing.

  --records N   number of records (default ${RECORDS})
  --days N      days of hourly values (default ${DAYS})
  --here        fills the empty system that AIRLOG_DATA, DATABASE_URL, EVENTSTORE_URL or KAFKA_BROKERS name; without it their
                being set is an error. A log that begins with other data is refused all the same.
`;

const ACCOUNT = "demo";
const ACCOUNT_ROLES = [
  "metadata_provider",
  "facility_admin",
  "station_admin",
  "observation_provider",
  "forecast_provider",
] as const;

const { records, days, here } = readArguments();

const refusal = here ? undefined : refusalOf(process.env);
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}
await runUntilStopped(runDemo, { AIRLOG_DATA: "./data/demo", AIRLOG_LOG_LEVEL: "warn" });

async function runDemo(config: Config, parts: StartParts): Promise<void> {
  const running = await startProcess(config, allServices, parts).catch((error: unknown) => {
    throw withHere(error);
  });
  await Promise.all([untilReady(running.url), refuseOtherData(running.platform.eventStore, ACCOUNT)]);
  const client = await providerClient(running);
  await fillCatalogue(client, running.url, records);
  const network = new DemoNetwork(client, running.url, config.utcOffset, days);
  await network.fill();
  await sendUvGrid(client, running.url);
  network.goOn((error) => process.stderr.write(`the last hour could not be reported: ${reasonOf(error)}\n`));
  process.stdout.write(requestsToTry(running.url));
}

/** A client with an account whose password only this run knows. */
async function providerClient({ url, platform }: RunningProcess): Promise<ProviderClient> {
  const accounts = await openAccounts(platform.database);
  const password = randomBytes(24).toString("base64url");
  const taken = await accounts.add({ name: ACCOUNT, provider: ACCOUNT, roles: ACCOUNT_ROLES }, password);
  if (taken !== undefined) {
    await accounts.setPassword(ACCOUNT, password);
    await accounts.setRoles(ACCOUNT, ACCOUNT_ROLES);
    await accounts.enable(ACCOUNT);
  }
  return new ProviderClient(url, { username: ACCOUNT, password });
}

/** Exits for wrong use and for --help. */
function readArguments(): { records: number; days: number; here: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        records: { type: "string", default: String(RECORDS) },
        days: { type: "string", default: String(DAYS) },
        here: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      process.stdout.write(USAGE);
      process.exit(0);
    }
    return { records: count("--records", values.records), days: count("--days", values.days), here: values.here };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

function count(option: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error(`${option} takes a whole number above 0`);
}
