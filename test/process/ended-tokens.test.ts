import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { openAccounts } from "../../services/command/accounts/accounts.ts";
import { USUAL } from "../end-to-end/system.ts";
import { folderUntil } from "../folder.ts";
import { freshDatabase } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";

vi.setConfig({ testTimeout: 60_000 });

const PASSWORD = "correct horse battery";
const Token = z.object({ access_token: z.string() });

const post = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });

test("tokens of an account that is disabled end within five seconds in each of two processes", async () => {
  const AIRLOG_DATA = folderUntil(onTestFinished);
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const database = await fresh.open();
  onTestFinished(() => database.close());
  const accounts = await openAccounts(database);
  await accounts.add({ name: "anna", provider: "nilu", roles: ["facility_admin"] }, PASSWORD);

  const environment = { ...USUAL, AIRLOG_DATA, DATABASE_URL: fresh.url };
  const processes: SpawnedService[] = [];
  for (let count = 0; count < 2; count++) {
    const started = await SpawnedService.start(environment, "command");
    onTestFinished(() => started.stop());
    processes.push(started);
  }
  const [one] = processes;
  const login = await post(`${one?.url}/api/auth/token`, { username: "anna", password: PASSWORD });
  const { access_token: token } = Token.parse(await login.json());
  const statuses = () =>
    Promise.all(
      processes.map(async ({ url }) => {
        const path = "/api/provider/facilities/add?dry_run=true";
        return (await post(url + path, { identifier: "x" }, { Authorization: `Bearer ${token}` })).status;
      }),
    );
  expect(await statuses()).toEqual([200, 200]);
  expect(await accounts.disable("anna")).toBe(true);
  await vi.waitFor(async () => expect(await statuses()).toEqual([401, 401]), { timeout: 5_000, interval: 100 });
});
