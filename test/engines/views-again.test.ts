import { viewsBuiltAgain } from "../views/again.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "views are built again with an index in Elasticsearch", (url) => {
  viewsBuiltAgain({ ELASTICSEARCH_URL: url });
});

describeWithEngine("kafka", "views are built again while Kafka carries the events", (brokers) => {
  viewsBuiltAgain({ KAFKA_BROKERS: brokers });
});
