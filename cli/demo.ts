import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { readConfig } from "../platform/config.ts";
import { type RunningProcess, reasonOf, startProcess, stopOnSignal } from "../platform/lifecycle/process.ts";
import { allServices } from "../services/all.ts";
import { openAccounts } from "../services/command/access/accounts.ts";
import { ProviderClient } from "./demo/client.ts";
import { FACILITIES, fillCatalogue, RECORDS } from "./demo/fill.ts";
import { DAYS, DemoNetwork } from "./demo/network.ts";
import { untilReady } from "./demo/ready.ts";
import { requestsToTry } from "./demo/try.ts";
import { sendUvGrid } from "./demo/uv.ts";

const USAGE = `usage: npm run demo -- [--records N] [--days N]

Runs the whole system on a data folder of its own (./data/demo, or AIRLOG_DATA) and fills it through the write API
with ${FACILITIES} facilities, ${RECORDS} records, ${DAYS} days of a monitoring network's hourly values, and a UV forecast. Prints requests
to try and keeps serving until Ctrl-C; each hour the network reports its new values. A second run adds only what is
missing.

  --records N   number of records (default ${RECORDS})
  --days N      days of hourly values (default ${DAYS})
`;

const ACCOUNT = "demo";
const ACCOUNT_ROLES = [
  "metadata_provider",
  "facility_admin",
  "station_admin",
  "observation_provider",
  "forecast_provider",
] as const;

const { records, days } = readArguments();

try {
  const config = readConfig({ AIRLOG_DATA: "./data/demo", AIRLOG_LOG_LEVEL: "warn", ...process.env });
  const running = await startProcess(config, allServices);
  stopOnSignal(running);
  await untilReady(running.url);
  const client = await providerClient(running);
  await fillCatalogue(client, running.url, records);
  const network = new DemoNetwork(client, running.url, config.utcOffset, days);
  await network.fill();
  await sendUvGrid(client, running.url);
  network.goOn((error) => process.stderr.write(`the last hour could not be reported: ${reasonOf(error)}\n`));
  process.stdout.write(requestsToTry(running.url));
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

/** A client with an account whose password only this run knows. */
async function providerClient({ url, platform }: RunningProcess): Promise<ProviderClient> {
  const accounts = await openAccounts(platform.database);
  const password = randomBytes(24).toString("base64url");
  const added = await accounts.add({ name: ACCOUNT, provider: ACCOUNT, roles: ACCOUNT_ROLES }, password);
  if (!added) {
    await accounts.setPassword(ACCOUNT, password);
    await accounts.setRoles(ACCOUNT, ACCOUNT_ROLES);
    await accounts.enable(ACCOUNT);
  }
  return new ProviderClient(url, { username: ACCOUNT, password });
}

/** Exits for wrong use and for --help. */
function readArguments(): { records: number; days: number } {
  try {
    const { values } = parseArgs({
      options: {
        records: { type: "string", default: String(RECORDS) },
        days: { type: "string", default: String(DAYS) },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      process.stdout.write(USAGE);
      process.exit(0);
    }
    return { records: count("--records", values.records), days: count("--days", values.days) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

function count(option: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error(`${option} takes a whole number above 0`);
}
