import { randomBytes } from "node:crypto";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import type { Config } from "../platform/config.ts";
import { type RunningProcess, startProcess } from "../platform/lifecycle/process.ts";
import { reasonOf } from "../platform/lifecycle/reason.ts";
import { runUntilStopped, type StartParts } from "../platform/lifecycle/stopping.ts";
import { allServices } from "../services/all.ts";
import { openAccounts } from "../services/command/accounts/accounts.ts";
import type { Declare } from "./command.ts";
import { ProviderClient } from "./demo/client.ts";
import { FACILITIES, fillCatalogue, RECORDS } from "./demo/fill.ts";
import { DAYS, DemoNetwork } from "./demo/network.ts";
import { untilReady } from "./demo/ready.ts";
import { refusalOf, refuseOtherData, withHere } from "./demo/refusals.ts";
import { requestsToTry } from "./demo/try.ts";
import { sendUvGrid } from "./demo/uv.ts";

const DESCRIPTION = `Runs the whole system on a data folder of its own (./data/demo) and fills it through the \
write API with ${FACILITIES} facilities, records, a monitoring network's hourly values, and a UV forecast. \
Prints requests to try and keeps serving until Ctrl-C; each hour the network reports its new values. A second \
run adds only what is missing.`;

const HERE = `fill the empty system that AIRLOG_DATA, DATABASE_URL, EVENTSTORE_URL or KAFKA_BROKERS name; without it their being set \
is an error. A log that begins with other data is refused all the same`;

interface Amounts {
  readonly records: number;
  readonly days: number;
}

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .option("--records <N>", "number of records", count, RECORDS)
    .option("--days <N>", "days of hourly values", count, DAYS)
    .option("--here", HERE)
    .action(async ({ here = false, ...amounts }) => {
      const refusal = here ? undefined : refusalOf(process.env);
      if (refusal !== undefined) {
        process.stderr.write(`${refusal}\n`);
        process.exitCode = 1;
        return;
      }
      const start = (config: Config, parts: StartParts) => runDemo(amounts, config, parts);
      await runUntilStopped(start, { AIRLOG_DATA: "./data/demo", AIRLOG_LOG_LEVEL: "warn" });
    });
};

const ACCOUNT = "demo";
const ACCOUNT_ROLES = [
  "metadata_provider",
  "facility_admin",
  "station_admin",
  "observation_provider",
  "forecast_provider",
] as const;

async function runDemo({ records, days }: Amounts, config: Config, parts: StartParts): Promise<void> {
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

function count(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a whole number above 0.");
}
