import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, constants } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VIEWS } from "../../contracts/views.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { facility, record } from "../end-to-end/samples.ts";
import { folderUntil } from "../folder.ts";
import { silent } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { readAnswers, tokenOf } from "./content.ts";

/**
 * `data-folder.tar.br` is a stopped system of release 0.1.0, filled by content.ts, with one more account;
 * `answers.json.br` is what that release answered.
 */
const fixture = async (name: string): Promise<Buffer> =>
  brotliDecompressSync(await readFile(new URL(`fixtures/${name}`, import.meta.url)), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  });

const PASSWORD = "a long enough password";
const folder = folderUntil(afterAll);
let services: SpawnedService[] = [];
beforeAll(async () => {
  execFileSync("tar", ["-C", folder, "-xf", "-"], { input: await fixture("data-folder.tar.br") });
  // PostgreSQL does not run as root.
  if (process.getuid?.() === 0) execFileSync("chown", ["-R", "nobody", join(folder, "postgres")]);
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

/** The views' versions and when they last moved. */
async function registry(): Promise<{ name: string; version: number }[]> {
  const database = await openDatabase({ dataFolder: folder, logger: silent });
  try {
    return await database.query("select * from views order by name, version");
  } finally {
    await database.close();
  }
}

test("processes that start at once take a data folder over, build the views of newer versions beside its own, and writing goes on", async () => {
  const before = await registry();
  expect(before).toHaveLength(5);
  const environment = { AIRLOG_DATA: folder, PORT: "0", AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" };
  services = await Promise.all(
    ["command", "projector", "query"].map((name) => SpawnedService.start(environment, name)),
  );
  const [command, , query] = services;
  if (!command || !query) return expect.unreachable();
  await Promise.all(services.map((service) => service.ready()));
  const { position, answers } = JSON.parse((await fixture("answers.json.br")).toString());
  expect(await readAnswers(query.url, position)).toEqual(answers);
  const built = await registry();
  expect(built.filter(({ version }) => version === 1)).toEqual(before);
  // The registry has the names of release 0.1.0.
  const isNewer = ({ version }: { readonly version: number }) => version > 1;
  expect(built.filter(isNewer).map(({ name }) => name)).toEqual(
    Object.values(VIEWS)
      .filter(isNewer)
      .map(({ name }) => name.replaceAll("-", "_"))
      .sort(),
  );

  const write = async (user: string, path: string, body: object): Promise<string> => {
    const answer = await fetch(command.url + path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${await tokenOf(command.url, user, PASSWORD)}`,
      },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBe(200);
    return answer.headers.get("Event-Position") ?? "";
  };
  const read = async (path: string, after: string) =>
    (await fetch(query.url + path, { headers: { "Min-Event-Position": after } })).json();
  const updated = facility("many", { name: "renamed" });
  const added = record("after", { facility: { identifier: "0lym" } });
  await write("zoe", "/api/provider/metadata/add", [added]);
  const renamed = await write("admin", "/api/provider/facilities/update", updated);
  expect(await read("/api/metadata/record?pid=bulk-00007", renamed)).toMatchObject({ facility: updated });
  expect(await read("/api/metadata/record?pid=after", renamed)).toMatchObject({ facility: { name: "Jülich 😀" } });
  const values = [{ fromTime: "2019-05-01T12:00:00+01:00", toTime: "2019-05-01T13:00:00+01:00", value: 7 }];
  const measured = await write("admin", "/api/provider/observations/add", [{ timeseries: 1, values }]);
  expect(await read("/obs/historical/2019-05-01/2019-05-01/ids/1", measured)).toMatchObject([
    { values: [{ value: 7 }] },
  ]);
});
