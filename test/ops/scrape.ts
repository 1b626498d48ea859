import { measureRelayLag } from "../../platform/feed/kafka/metrics.ts";
import { engineErrors } from "../../platform/metrics.ts";
import { followerMetrics } from "../../platform/search/elasticsearch/metrics.ts";
import { startHere, USUAL } from "../end-to-end/system.ts";
import { folderUntil } from "../folder.ts";
import { untilReady } from "../health.ts";
import { freshDatabase } from "../postgres.ts";

/** A series of a scrape. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * What `/metrics` of a running system answers after a failed login. Engines that it does not have, Kafka and
 * Elasticsearch, are measured by the functions that measure real ones.
 */
export async function scrape(): Promise<string> {
  const ends: (() => void)[] = [];
  const folder = folderUntil((end) => ends.push(end));
  const fresh = await freshDatabase();
  const running = await startHere({ ...USUAL, DATABASE_URL: fresh.url, AIRLOG_DATA: folder });
  try {
    const { metrics, database, eventStore } = running.platform;
    measureRelayLag(metrics, database, eventStore);
    followerMetrics(metrics, { name: "catalogue", version: 1, generation: 1 }, { lag: async () => NO_LAG });
    for (const engine of ["eventstoredb", "kafka", "elasticsearch"] as const) engineErrors(metrics, engine);
    await untilReady(running.url);
    await fetch(`${running.url}/api/auth/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "nobody", password: "not a password" }),
    });
    return await (await fetch(`${running.url}/metrics`)).text();
  } finally {
    await running.close();
    await fresh.drop();
    for (const end of ends) end();
  }
}

const NO_LAG = { changes: 0, seconds: 0 };

/** The series of a scrape in Prometheus' text format. */
export function seriesOf(exposition: string): Series[] {
  return exposition
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = ""] = /^([\w:]+)(?:\{(.*)\})? /.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return { name, labels: Object.fromEntries(pairs.map(([, label, value]) => [label, value])) };
    });
}
