import { describe } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { chooseEngines, type Engines } from "../end-to-end/engines.ts";

const suites = {
  access: () => import("../end-to-end/access.test.ts"),
  compatibility: () => import("../end-to-end/compatibility.test.ts"),
  deletion: () => import("../end-to-end/deletion.test.ts"),
  description: () => import("../end-to-end/description.test.ts"),
  feeds: () => import("../end-to-end/feeds.test.ts"),
  facilities: () => import("../end-to-end/facilities.test.ts"),
  http: () => import("../end-to-end/http.test.ts"),
  measurements: () => import("../end-to-end/measurements.test.ts"),
  records: () => import("../end-to-end/records.test.ts"),
  search: () => import("../end-to-end/search.test.ts"),
  "search page": () => import("../end-to-end/search-page.test.ts"),
  waiting: () => import("../end-to-end/waiting.test.ts"),
  "any language": () => import("../end-to-end/any-language.test.ts"),
};

/** Runs the end-to-end suites on other engines; once in a test file. */
export function endToEndOn(engines: Engines): void {
  chooseEngines(engines);
  for (const [name, load] of Object.entries(suites)) {
    describe(name, async () => {
      await load();
    });
  }
}

/** Search by Elasticsearch; the index is deleted with the system. */
export function elasticsearchAt(url: string): Engines {
  return async () => ({
    variables: { ELASTICSEARCH_URL: url },
    close: async (logId) => {
      // An empty id would stand for the indexes of all systems.
      if (logId === "") return;
      const found = await fetch(`${url}/${catalogue.name}_*_${logId}*`);
      for (const index of Object.keys(JSON.parse(await found.text()))) {
        await fetch(`${url}/${index}`, { method: "DELETE" });
      }
    },
  });
}

/** Feeds by Kafka, whose topics all systems share. */
export function kafkaAt(brokers: string): Engines {
  return async () => ({ variables: { KAFKA_BROKERS: brokers }, close: async () => {} });
}

/** This number of processes of each service. */
export function processesOfEach(copies: number): Engines {
  return async () => ({ variables: {}, copies, close: async () => {} });
}

/** A double of EventStoreDB for each system. */
export const eventStoreDouble: Engines = async () => {
  const double = await EventStoreDouble.start();
  return { variables: { EVENTSTORE_URL: double.url }, close: async () => double.goDown() };
};

/** All of the given engines. */
export function combined(...engines: readonly Engines[]): Engines {
  return async () => {
    const obtained = await Promise.all(engines.map((obtain) => obtain()));
    return {
      ...Object.assign({}, ...obtained),
      variables: Object.assign({}, ...obtained.map(({ variables }) => variables)),
      close: async (logId) => {
        await Promise.all(obtained.map(({ close }) => close(logId)));
      },
    };
  };
}
