import { combined, elasticsearchAt, endToEndOn, eventStoreDouble, kafkaAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "end to end with events in EventStoreDB's double, Elasticsearch", (url) => {
  describeWithEngine("kafka", "and Kafka", (brokers) => {
    endToEndOn(combined(eventStoreDouble, elasticsearchAt(url), kafkaAt(brokers)));
  });
});
