import { expect, test } from "vitest";
import { databaseWith } from "../../test/doubles/database.ts";
import { eventStoreWith } from "../../test/doubles/event-store.ts";
import { positionOf } from "../../test/position.ts";
import type { ServiceName } from "../config.ts";
import { healthOfViews } from "./health.ts";

const views = ["catalogue", "facilities", "stations", "observations", "uv-forecast"].map((name) => `view ${name}`);

test.each<[ServiceName, readonly string[]]>([
  ["query", views],
  ["projector", views],
  ["command", []],
])("a process with only %s reports the views that it builds or reads", async (name, told) => {
  const database = databaseWith({ query: async () => [] });
  const eventStore = eventStoreWith({ head: async () => positionOf("0") });
  const health = await healthOfViews({ database, eventStore }, [{ name }])();
  expect(Object.keys(health)).toEqual(told);
  for (const component of Object.values(health))
    expect(component).toMatchObject({ state: "degraded", view: "building" });
});
