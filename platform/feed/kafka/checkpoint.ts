import type { Migration } from "../../database/migrations.ts";
import type { Queryable } from "../../database/port.ts";
import type { Position } from "../../event-store/port.ts";

/** Checkpoint of the log in Kafka: one row. */
export const RELAY_MIGRATIONS: readonly Migration[] = [
  {
    name: "kafka-relay-1",
    sql: `
      create table kafka_relay (
        one boolean primary key default true check (one),
        position text not null,
        updated_at timestamptz not null default now()
      ) with (fillfactor = 50);`,
  },
];

/** Another relay has moved the checkpoint, so this one is no longer active. */
export class RelayOvertaken extends Error {
  override readonly name = "RelayOvertaken";
}

/** Everything up to this position is on the topics; undefined before the first relay began. */
export async function readRelayed(database: Queryable): Promise<Position | undefined> {
  const [row] = await database.query<{ position: Position }>({
    name: "kafka-relayed",
    text: "select position from kafka_relay",
  });
  return row?.position;
}

/** @throws RelayOvertaken */
export async function moveRelayed(database: Queryable, from: Position | undefined, to: Position): Promise<void> {
  const rows = await database.query({
    name: "kafka-relayed-move",
    text: `insert into kafka_relay as relay (position) values ($2)
      on conflict (one) do update set position = excluded.position, updated_at = now() where relay.position = $1
      returning 1`,
    values: [from ?? null, to],
  });
  if (rows.length === 0) throw new RelayOvertaken("another relay sends the log to Kafka");
}
