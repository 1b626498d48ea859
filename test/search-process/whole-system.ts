import { obtainEngines } from "../end-to-end/engines.ts";
import { addAccounts, readLogId, type System, systemAt, USUAL } from "../end-to-end/system.ts";
import { folderUntil } from "../folder.ts";
import { readHealth } from "../health.ts";
import { freshDatabase } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";

/** The whole system in one process of the compiled program, to which tests do harm. */
export interface WholeSystem extends System {
  readonly pid: number;
  /** The search engine's part of `/health/ready`, up to a second old. */
  searchHealth(): Promise<Readonly<Record<string, unknown>>>;
  /** Sends the search engine's process a signal. @throws when there is none */
  signalSearch(signal: NodeJS.Signals): Promise<void>;
  /** The last line of its log with this message. */
  logged(message: string): Readonly<Record<string, unknown>> | undefined;
  /** A metric without labels. */
  metric(name: string): Promise<number>;
  /** Runs a statement in its database, on a separate connection. */
  inDatabase(statement: string): Promise<void>;
}

/**
 * Starts it on a database of its own and the engines that were given to `chooseEngines`, until the hook runs. Resolves when
 * it is ready.
 */
export async function wholeSystemUntil(
  hook: (end: () => Promise<void>) => void,
  variables: Readonly<Record<string, string>> = {},
): Promise<WholeSystem> {
  const [fresh, engines] = await Promise.all([freshDatabase(), obtainEngines()]);
  const folder = folderUntil((end) => hook(async () => end()));
  const service = await SpawnedService.start({
    ...USUAL,
    AIRLOG_LOG_LEVEL: "warn",
    DATABASE_URL: fresh.url,
    AIRLOG_DATA: folder,
    ...engines.variables,
    ...variables,
  });
  const database = await fresh.open();
  await addAccounts(database);
  const logId = await readLogId(database, engines.variables);
  await database.close();
  hook(async () => {
    await service.stop();
    await engines.close(logId);
    await fresh.drop();
  });
  const system = await systemAt(
    () => service.url,
    () => service.stop(),
  );
  const searchHealth = async () => (await readHealth(service.url)).components["search"] ?? {};
  return {
    ...system,
    pid: service.pid,
    searchHealth,
    async signalSearch(signal) {
      process.kill(Number((await searchHealth())["pid"]), signal);
    },
    logged(message) {
      const line = service.log.split("\n").findLast((each) => each.includes(`"msg":${JSON.stringify(message)}`));
      return line === undefined ? undefined : JSON.parse(line);
    },
    async metric(name) {
      const { text } = await system.reader.get("/metrics");
      return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
    },
    async inDatabase(statement) {
      const database = await fresh.open();
      await database.query(statement).finally(() => database.close());
    },
  };
}
