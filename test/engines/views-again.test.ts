import { viewsBuiltAgain } from "../views/again.ts";
import { combined, elasticsearchAt, eventStoreDouble, kafkaAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "views are built again with an index in Elasticsearch", (url) =>
  viewsBuiltAgain(elasticsearchAt(url)),
);

describeWithEngine("kafka", "views are built again while Kafka carries the events", (brokers) =>
  viewsBuiltAgain(kafkaAt(brokers)),
);

describeWithEngine("elasticsearch", "views are built again with EventStoreDB's double, Elasticsearch", (url) => {
  describeWithEngine("kafka", "and Kafka", (brokers) => {
    viewsBuiltAgain(combined(eventStoreDouble, elasticsearchAt(url), kafkaAt(brokers)));
  });
});
