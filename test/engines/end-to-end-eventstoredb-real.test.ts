import { test } from "vitest";
import type { Engines } from "../end-to-end/engines.ts";
import { missingByDocker, startByDocker } from "./docker.ts";
import { combined, elasticsearchAt, endToEndOn, kafkaAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

/** Starts a server for each system, since systems on one server would share a log. */
const ownEventStore: Engines = async () => {
  const { address, stop } = await startByDocker("eventstoredb");
  return { variables: { EVENTSTORE_URL: address }, close: async () => stop?.() };
};

const title = "end to end with events in a real EventStoreDB, Elasticsearch";
const missing = await missingByDocker("eventstoredb");
if (missing === undefined) {
  describeWithEngine("elasticsearch", title, (url) => {
    describeWithEngine("kafka", "and Kafka", (brokers) => {
      endToEndOn(combined(ownEventStore, elasticsearchAt(url), kafkaAt(brokers)));
    });
  });
} else {
  test.skip(`${title} and Kafka (${missing})`, () => {});
}
