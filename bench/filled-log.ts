import { pino } from "pino";
import { Registry } from "prom-client";
import { readConfig } from "../platform/config.ts";
import { openDatabase } from "../platform/database/open.ts";
import { engineWatches } from "../platform/engine-watch.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import type { ReplayParts } from "../services/projector/replay.ts";
import { fill } from "./catalogue.ts";
import { MeasuredSystem } from "./system.ts";

/** The log of a system, with its engines opened as commands open them. */

export interface FilledLog {
  readonly parts: ReplayParts;
  close(): Promise<void>;
}

/** A log of `records` records of 5 KB, from a system that was filled over HTTP and stopped. */
export async function openFilledLog(records: number): Promise<FilledLog> {
  const system = await MeasuredSystem.start();
  try {
    await fill(system, records);
    await system.stop();
    const log = await openLog(system.folder);
    const close = async () => {
      await log.close();
      await system.close();
    };
    return { ...log, close };
  } catch (error) {
    await system.close();
    throw error;
  }
}

/** The log of a stopped system. */
export async function openLog(folder: string): Promise<FilledLog> {
  const log = pino({ level: "warn" }, pino.destination(2));
  const config = readConfig({ AIRLOG_DATA: folder });
  const database = await openDatabase({ dataFolder: folder, logger: log });
  const eventStore = await openPostgresEventStore(database);
  const metrics = new Registry();
  const watchOf = engineWatches(log, metrics);
  return {
    parts: { config, log, metrics, watchOf, database, eventStore, elasticsearch: undefined },
    close: async () => {
      await eventStore.close();
      await database.close();
    },
  };
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
