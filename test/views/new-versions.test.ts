import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VIEWS } from "../../contracts/views.ts";
import { registeredViews } from "../../platform/views/registry.ts";
import { folderUntil } from "../folder.ts";
import { databaseUntil } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { fill, readAnswers, tokenOf } from "./content.ts";

const PASSWORD = "a long enough password";
const database = await databaseUntil(afterAll);
/** A copy of the compiled program, beside links to everything else that it reads. */
const program = folderUntil(afterAll);
let service: SpawnedService | undefined;
let position: string;
let answers: Record<string, string>;

beforeAll(async () => {
  for (const name of readdirSync(".")) if (name !== "dist") symlinkSync(join(process.cwd(), name), join(program, name));
  cpSync("dist", join(program, "dist"), { recursive: true });
  const { url } = await start();
  position = await fill(url, await tokenOf(url, "admin", PASSWORD), new Date().toISOString().slice(0, 10));
  answers = await readAnswers(url, position);
  await service?.stop();
});
afterAll(() => service?.stop());

async function start(): Promise<SpawnedService> {
  service = await SpawnedService.run([join(program, "dist/services/main.js")], {
    ...{ DATABASE_URL: database.connection.connectionString, AIRLOG_DATA: join(program, "data"), PORT: "0" },
    ...{ AIRLOG_ADMIN_PASSWORD: PASSWORD, AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" },
  });
  await service.ready();
  return service;
}

test.each(Object.values(VIEWS))(
  "version $version + 1 of $name is built beside the old one, and served",
  async (view) => {
    const file = join(program, "dist/contracts/views", `${view.name.replaceAll("_", "-")}.js`);
    const declaration = readFileSync(file, "utf8");
    const next = view.version + 1;
    writeFileSync(file, declaration.replace(`version: ${view.version},`, `version: ${next},`));
    const { url } = await start();
    expect(await readAnswers(url, position)).toEqual(answers);
    const built = (await registeredViews(database)).filter(({ name }) => name === view.name);
    expect(built).toMatchObject([
      { version: view.version },
      { version: next, state: "live", position: built[0]?.position },
    ]);
    const tables = await database.query<{ count: number }>({
      text: "select count(*)::int as count from pg_tables where schemaname = $1",
      values: [view.schema.replace(`_v${view.version}_`, `_v${next}_`)],
    });
    expect(tables[0]?.count).toBeGreaterThanOrEqual(Object.keys(view.tables).length);
    // What is served comes from the new build alone.
    await database.query(`drop schema ${view.schema} cascade`);
    expect(await readAnswers(url, position)).toEqual(answers);
    await service?.stop();
  },
);
