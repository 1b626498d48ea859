import { randomBytes } from "node:crypto";
import { readConfig } from "../platform/config.ts";
import { type RunningProcess, reasonOf, startProcess, stopOnSignal } from "../platform/lifecycle/process.ts";
import { allServices } from "../services/all.ts";
import { openAccounts } from "../services/command/access/accounts.ts";
import { ProviderClient } from "./demo/client.ts";
import { FACILITIES, fillCatalogue, RECORDS } from "./demo/fill.ts";
import { DemoNetwork } from "./demo/network.ts";
import { requestsToTry } from "./demo/try.ts";
import { sendUvGrid } from "./demo/uv.ts";

const USAGE = `usage: npm run demo

Runs the whole system on a data folder of its own (./data/demo, or AIRLOG_DATA), fills it through the write API
with ${FACILITIES} facilities, ${RECORDS} records, a monitoring network's hourly values of a year, and a UV forecast, prints requests to try, and
keeps serving until Ctrl-C, reporting each hour when it is over. A second run starts from what is there.
`;

const ACCOUNT = "demo";
const ROLES = [
  "metadata_provider",
  "facility_admin",
  "station_admin",
  "observation_provider",
  "forecast_provider",
] as const;

const [argument] = process.argv.slice(2);
if (argument !== undefined) {
  const asked = argument === "--help";
  (asked ? process.stdout : process.stderr).write(USAGE);
  process.exit(asked ? 0 : 2);
}

try {
  const config = readConfig({ AIRLOG_DATA: "./data/demo", AIRLOG_LOG_LEVEL: "warn", ...process.env });
  const running = await startProcess(config, allServices);
  stopOnSignal(running);
  const client = await providerClient(running);
  await fillCatalogue(client, running.url);
  const network = new DemoNetwork(client, running.url, config.utcOffset);
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
  const added = await accounts.add({ name: ACCOUNT, provider: ACCOUNT, roles: ROLES }, password);
  if (!added) {
    await accounts.setPassword(ACCOUNT, password);
    await accounts.setRoles(ACCOUNT, ROLES);
    await accounts.setDisabled(ACCOUNT, false);
  }
  return new ProviderClient(url, { username: ACCOUNT, password });
}
