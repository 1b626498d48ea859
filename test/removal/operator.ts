import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { facilities } from "../../contracts/views/facilities.ts";
import { stations } from "../../contracts/views/stations.ts";
import type { Environment } from "../end-to-end/engines.ts";
import { SpawnedService } from "../spawned-service.ts";
import { tokenOf } from "../views/content.ts";
import { ACCOUNT, NAME, NOBODY, PASSWORD, ROLES } from "./person.ts";

/** The variables of a system: its data folder, and its engines unless they are embedded. */
export type Place = Environment & { readonly AIRLOG_DATA: string };

/** The views that hold the person's name, each built twice, so that it has an old build. */
export const AGAIN = [catalogue, facilities, stations];

const environmentOf = (place: Place): Environment => ({
  ...{ PORT: "0", AIRLOG_ADMIN_PASSWORD: PASSWORD, AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "info" },
  ...place,
});

/** Runs an operator's command with this input. */
export async function command(place: Place, words: readonly string[], text = ""): Promise<void> {
  const env = { PATH: process.env["PATH"], ...environmentOf(place) };
  const running = promisify(execFile)(process.execPath, ["dist/cli/main.js", ...words], { env });
  running.child.stdin?.end(text);
  await running;
}

/** Runs the system for the work, and until views are built again. */
export async function run(place: Place, work: (url: string) => Promise<unknown>): Promise<void> {
  const service = await SpawnedService.start(environmentOf(place));
  try {
    await service.ready();
    await work(service.url);
    await command(place, ["replay", ...AGAIN.map(({ name }) => name), "--again"]);
  } finally {
    await service.stop();
  }
}

/** Adds the person's account, and one before and after it. */
export async function addAccounts(place: Place): Promise<void> {
  for (const name of ["aaron", ACCOUNT, "zoe"]) {
    const words = ["account", "add", name, "--provider", "p", "--roles", ROLES, "--password-stdin"];
    await command(place, words, PASSWORD);
  }
}

/** The system answers everything as before, with a substitute for the person's name and account. */
export async function expectNobody(url: string): Promise<void> {
  const read = async (path: string) => (await fetch(url + path)).text();
  for (const path of ["record?pid=stands", "history?pid=stands", "history?pid=replaced", "history?pid=deleted"]) {
    expect(await read(`/api/metadata/${path}`), path).toContain(`${NOBODY} (2024)`);
  }
  expect(await read("/api/facilities/of%20the%20person")).toContain(NOBODY);
  expect(await read("/lookup/stations")).toContain(`Garden of ${NOBODY}`);
  expect([await hits(url, NAME), await hits(url, NOBODY)]).toEqual([0, 1]);
  await tokenOf(url, NOBODY, PASSWORD);
}

async function hits(url: string, name: string): Promise<number> {
  const answer = await fetch(`${url}/api/metadata/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ search: { query: { match: { "usage_information.citation": name } } } }),
  });
  const { response } = (await answer.json()) as { response: { hits: { total: { value: number } } } };
  return response.hits.total.value;
}
