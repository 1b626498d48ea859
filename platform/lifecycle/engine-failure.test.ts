import pg from "pg";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { DatabaseUnavailable } from "../database/port.ts";
import { EventStoreUnavailable } from "../event-store/port.ts";
import { engineFailure } from "./engine-failure.ts";
import { reasonOf } from "./reason.ts";

const own = readConfig({ DATABASE_URL: "postgres://db/airlog", EVENTSTORE_URL: "esdb://events:2113" });
const postgres = readConfig({ DATABASE_URL: "postgres://db/airlog" });

test.each([
  ["a right that is missing", new pg.DatabaseError("permission denied for schema public", 0, "error"), "DATABASE_URL"],
  ["a database that is lost", new DatabaseUnavailable("PostgreSQL can't be reached (ECONNRESET)"), "DATABASE_URL"],
  ["an event store that is lost", new EventStoreUnavailable("EventStoreDB has no leader"), "EVENTSTORE_URL"],
])("a service that fails to start by %s says in one line what it needs", (_, error, variable) => {
  expect(reasonOf(engineFailure(own, error))).toBe(`${variable}: ${error.message}`);
});

test("a log lost in PostgreSQL is reported with the database's variable", () => {
  expect(reasonOf(engineFailure(postgres, new EventStoreUnavailable("it is stopping")))).toBe(
    "DATABASE_URL: it is stopping",
  );
});

test("the embedded engines have no variable, and other errors stay as they are", () => {
  const lost = new DatabaseUnavailable("PostgreSQL is stopping");
  expect(engineFailure(readConfig({}), lost)).toBe(lost);
  const odd = new Error("odd");
  expect(engineFailure(own, odd)).toBe(odd);
});
