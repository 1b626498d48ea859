import { randomUUID } from "node:crypto";
import { Kafka } from "kafkajs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshDatabase, silent } from "../../../test/postgres.ts";
import { openPostgresEventStore } from "../../event-store/postgres/store.ts";
import { logCreator } from "../../kafka/log.ts";
import { openRelay, type Relay } from "./relay.ts";

const fresh = await freshDatabase();
const database = await fresh.open();
let relay: Relay;
beforeAll(async () => {
  const eventStore = await openPostgresEventStore(database);
  const kafka = new Kafka({ brokers: ["127.0.0.1:1"], retry: { retries: 0 }, logCreator: logCreator(silent) });
  relay = await openRelay({ kafka, database, eventStore, routes: [], log: silent });
});
afterAll(async () => {
  await relay.close();
  await database.close();
  await fresh.drop();
});

test("a relay that failed is well only while another one sends", async () => {
  const patiently = { timeout: 10_000, interval: 20 };
  await vi.waitFor(() => expect(relay.state()).toMatchObject({ state: "failing" }), patiently);
  await database.query({
    text: `insert into view_leases values ('kafka-relay', 1, $1, clock_timestamp() + interval '1 h')
      on conflict (name, version) do update set holder = excluded.holder, expires = excluded.expires`,
    values: [randomUUID()],
  });
  await vi.waitFor(() => expect(relay.state()).toEqual({ state: "waiting" }), patiently);
  await database.query("delete from view_leases");
  await vi.waitFor(() => expect(relay.state()).toMatchObject({ state: "failing" }), patiently);
});
