import { pino } from "pino";
import { Registry } from "prom-client";
import { readConfig } from "../platform/config.ts";
import { openDatabase } from "../platform/database/open.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import type { ReplayParts } from "../services/projector/replay.ts";
import { fill } from "./catalogue.ts";
import { MeasuredSystem } from "./system.ts";

/** The log of a system that was filled over HTTP and stopped, with its engines opened as a command opens them. */

export interface FilledLog {
  readonly parts: ReplayParts;
  close(): Promise<void>;
}

/** A log of so many records of 5 KB. */
export async function openFilledLog(records: number): Promise<FilledLog> {
  const system = await MeasuredSystem.start();
  try {
    await fill(system, records);
    await system.stop();
    const log = pino({ level: "warn" }, pino.destination(2));
    const config = readConfig({ AIRLOG_DATA: system.folder });
    const database = await openDatabase({ dataFolder: system.folder, logger: log });
    const eventStore = await openPostgresEventStore(database);
    return {
      parts: { config, log, metrics: new Registry(), database, eventStore, elasticsearch: undefined },
      close: async () => {
        await eventStore.close();
        await database.close();
        await system.close();
      },
    };
  } catch (error) {
    await system.close();
    throw error;
  }
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
