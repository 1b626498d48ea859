import { viewsBuiltAgain } from "../views/again.ts";
import { elasticsearchAt, kafkaAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "views are built again with an index in Elasticsearch", (url) =>
  viewsBuiltAgain(elasticsearchAt(url)),
);

describeWithEngine("kafka", "views are built again while Kafka carries the events", (brokers) =>
  viewsBuiltAgain(kafkaAt(brokers)),
);
