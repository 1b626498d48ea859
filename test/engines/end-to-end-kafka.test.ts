import { elasticsearchAt, endToEndOn, kafkaAt, processesOfEach, together } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "end to end with events in PostgreSQL, Elasticsearch", (url) => {
  describeWithEngine("kafka", "and Kafka, in two processes of each service", (brokers) => {
    endToEndOn(together(elasticsearchAt(url), kafkaAt(brokers), processesOfEach(2)));
  });
});
