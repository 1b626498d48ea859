import { combined, elasticsearchAt, endToEndOn, kafkaAt, processesOfEach } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "end to end with events in PostgreSQL, Elasticsearch", (url) => {
  describeWithEngine("kafka", "and Kafka, in two processes of each service", (brokers) => {
    endToEndOn(combined(elasticsearchAt(url), kafkaAt(brokers), processesOfEach(2)));
  });
});
