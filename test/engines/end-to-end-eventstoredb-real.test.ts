import { test } from "vitest";
import type { Engines } from "../end-to-end/engines.ts";
import { dockerAnswers, startByDocker } from "./docker.ts";
import { elasticsearchAt, endToEndOn, kafkaAt, together } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

/** Each system gets a server of its own: on a common one they would share a log. */
const ownEventStore: Engines = async () => {
  const { address, stop } = await startByDocker("eventstoredb");
  return { variables: { EVENTSTORE_URL: address }, close: async () => stop?.() };
};

const title = "end to end with events in a real EventStoreDB, Elasticsearch";
if (await dockerAnswers()) {
  describeWithEngine("elasticsearch", title, (url) => {
    describeWithEngine("kafka", "and Kafka", (brokers) => {
      endToEndOn(together(ownEventStore, elasticsearchAt(url), kafkaAt(brokers)));
    });
  });
} else {
  test.skip(`${title} and Kafka (no Docker daemon answers)`, () => {});
}
