import { randomBytes } from "node:crypto";
import type { Facility } from "../contracts/facility.ts";
import { readConfig } from "../platform/config.ts";
import { type RunningProcess, reasonOf, startProcess, stopOnSignal } from "../platform/process.ts";
import { allServices } from "../services/all.ts";
import { openAccounts } from "../services/command/access/accounts.ts";
import { ProviderClient } from "./demo/client.ts";
import { FACILITIES, fillCatalogue, holdings, RECORDS } from "./demo/fill.ts";
import { requestsToTry } from "./demo/try.ts";

const USAGE = `usage: npm run demo

Runs the whole system on a data folder of its own (./data/demo, or AIRLOG_DATA), fills it with ${FACILITIES} facilities and
${RECORDS} records through the write API, prints requests to try, and keeps serving until Ctrl-C. A second run starts from
what is there.
`;

const ACCOUNT = "demo";

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
  await fill(running);
  process.stdout.write(requestsToTry(running.url));
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

async function fill({ url, platform }: RunningProcess): Promise<void> {
  const held = await holdings(url);
  if (held.facilities >= FACILITIES && held.records >= RECORDS) return;
  const accounts = await openAccounts(platform.database);
  const password = randomBytes(24).toString("base64url");
  const added = await accounts.add(
    { name: ACCOUNT, provider: ACCOUNT, roles: ["metadata_provider", "facility_admin"] },
    password,
  );
  if (!added) {
    await accounts.setPassword(ACCOUNT, password);
    await accounts.setDisabled(ACCOUNT, false);
  }
  const facilities = (await (await fetch(`${url}/api/facilities`)).json()) as Facility[];
  const known = new Set(facilities.map(({ identifier }) => identifier));
  await fillCatalogue(new ProviderClient(url, { username: ACCOUNT, password }), known);
  await accounts.setDisabled(ACCOUNT, true);
}
