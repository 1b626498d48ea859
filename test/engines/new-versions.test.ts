import { newVersionsOfViews } from "../views/new-versions.ts";
import { combined, elasticsearchAt, eventStoreDouble, kafkaAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine(
  "elasticsearch",
  "views get new versions with events in EventStoreDB's double, Elasticsearch",
  (url) => {
    describeWithEngine("kafka", "and Kafka", (brokers) => {
      newVersionsOfViews(combined(eventStoreDouble, elasticsearchAt(url), kafkaAt(brokers)));
    });
  },
);
