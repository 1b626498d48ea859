import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { facilityStream } from "../../contracts/events.ts";
import { migrate } from "../../platform/database/migrations.ts";
import type { EventStore } from "../../platform/event-store/port.ts";
import { RELAY_MIGRATIONS } from "../../platform/feed/kafka/checkpoint.ts";
import { measureRelayLag, measureTopicAhead } from "../../platform/feed/kafka/metrics.ts";
import type { Platform } from "../../platform/lifecycle/service.ts";
import { engineErrors } from "../../platform/metrics.ts";
import { followerMetrics } from "../../platform/search/elasticsearch/metrics.ts";
import { countMessages, measureInbox } from "../../services/command/observations/inbox/metrics.ts";
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
 * The answer of `/metrics` on a running system after an event was applied and a login has failed. Engines that the system
 * lacks (Kafka and Elasticsearch) are measured by the same functions as real ones.
 */
export async function scrape(): Promise<string> {
  const ends: (() => void)[] = [];
  const folder = folderUntil((end) => ends.push(end));
  const fresh = await freshDatabase();
  const running = await startHere({ ...USUAL, DATABASE_URL: fresh.url, AIRLOG_DATA: folder });
  try {
    await measureOtherEngines(running.platform);
    await untilReady(running.url);
    await addFacility(running.platform.eventStore);
    await failLogin(running.url);
    return await untilApplied(running.url);
  } finally {
    await running.close();
    await fresh.drop();
    for (const end of ends) end();
  }
}

async function measureOtherEngines({ metrics, database, eventStore }: Platform): Promise<void> {
  for (const engine of ["eventstoredb", "kafka", "elasticsearch"] as const) engineErrors(metrics, engine);
  await migrate(database, RELAY_MIGRATIONS);
  measureRelayLag(metrics, database, eventStore);
  measureTopicAhead(metrics, () => 0);
  const lag = async () => ({ changes: 0, seconds: 0 });
  countMessages(metrics);
  measureInbox(metrics, { state: () => ({ state: "reading" }) });
  followerMetrics(metrics, { name: "catalogue", version: 1, generation: 1 }, { lag });
}

async function addFacility(eventStore: EventStore): Promise<void> {
  const meta = { time: "2026-01-01T00:00:00.000Z", actor: "a", provider: "p", correlationId: "c" };
  const data = Buffer.from(JSON.stringify({ facility: { identifier: "a" } }));
  const event = { id: randomUUID(), type: "FacilityAdded", schemaVersion: 1, data, meta };
  await eventStore.append([{ stream: facilityStream("a"), expected: "no-stream", events: [event] }]);
}

async function failLogin(url: string): Promise<void> {
  const body = JSON.stringify({ username: "nobody", password: "not a password" });
  const headers = { "Content-Type": "application/json" };
  const { status } = await fetch(`${url}/api/auth/token`, { method: "POST", headers, body });
  if (status !== 401) throw new Error(`a login with a wrong password answered ${status}`);
}

function untilApplied(url: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const exposition = await (await fetch(`${url}/metrics`)).text();
      expect(exposition).toMatch(/^airlog_view_events_total\{view="facilities".* 1$/m);
      return exposition;
    },
    { timeout: 20_000, interval: 100 },
  );
}

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
