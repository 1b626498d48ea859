import { elasticsearchAt, endToEndOn } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "end to end with events in PostgreSQL and Elasticsearch", (url) =>
  endToEndOn(elasticsearchAt(url)),
);
