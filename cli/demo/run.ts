import { randomBytes } from "node:crypto";
import type { Config } from "../../platform/config.ts";
import { type RunningProcess, startProcess } from "../../platform/lifecycle/process.ts";
import { reasonOf } from "../../platform/lifecycle/reason.ts";
import { runUntilStopped, type StartParts } from "../../platform/lifecycle/stopping.ts";
import { allServices } from "../../services/all.ts";
import { openAccounts } from "../../services/command/accounts/accounts.ts";
import { ProviderClient } from "./client.ts";
import { fillCatalogue } from "./fill.ts";
import { DemoNetwork } from "./network.ts";
import { untilReady } from "./ready.ts";
import { refuseOtherData, withHere } from "./refusals.ts";
import { reviseRecords } from "./revise.ts";
import { requestsToTry } from "./try.ts";
import { sendUvGrid } from "./uv.ts";

/** Amounts of data of a demonstration. */
export interface Amounts {
  readonly records: number;
  readonly days: number;
}

const ACCOUNT = "demo";
const ACCOUNT_ROLES = [
  "metadata_provider",
  "facility_admin",
  "station_admin",
  "observation_provider",
  "forecast_provider",
] as const;

/** Runs the system and fills it, until the process is stopped. */
export async function runDemo(amounts: Amounts): Promise<void> {
  const defaults = { AIRLOG_DATA: "./data/demo", AIRLOG_LOG_LEVEL: "warn" };
  await runUntilStopped((config, parts) => startAndFill(amounts, config, parts), defaults);
}

async function startAndFill({ records, days }: Amounts, config: Config, parts: StartParts): Promise<void> {
  const running = await startProcess(config, allServices, parts).catch((error: unknown) => {
    throw withHere(error);
  });
  await Promise.all([untilReady(running.url), refuseOtherData(running.platform.eventStore, ACCOUNT)]);
  const client = await providerClient(running);
  await fillCatalogue(client, running.url, records);
  await reviseRecords(client, running.url, records);
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
