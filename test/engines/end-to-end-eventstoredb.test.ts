import { elasticsearchAt, endToEndOn, eventStoreDouble, together } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "end to end with events in EventStoreDB's double and Elasticsearch", (url) =>
  endToEndOn(together(eventStoreDouble, elasticsearchAt(url))),
);
