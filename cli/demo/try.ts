import { pidOf } from "../../contracts/metadata.ts";
import { demoFacilities } from "./catalogue.ts";
import { demonstrated } from "./demonstrated.ts";

/** Requests to try on a running demonstration, as commands to paste. Its address is the last line. */
export function requestsToTry(url: string): string {
  const search = (body: string) =>
    `curl -s '${url}/api/metadata/search' -H 'Content-Type: application/json' -d '{"search":${body}}'`;
  const today = new Date().toISOString().slice(0, 10);
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace("02-29", "02-28");
  const page = `${url}/records?${new URLSearchParams({ pid: pidOf(demonstrated(0, demoFacilities())) })}`;
  const examples = [
    [
      "Full text: lidar profiles of volcanic ash, best match first",
      search(
        '{"query":{"match":{"identification.abstract":"volcanic ash"}},"size":3,"_source":["identification.title"]}',
      ),
    ],
    [
      "Place and time: what radars saw over the Alps since 2020, newest first",
      search(
        '{"query":{"bool":{"filter":[{"term":{"variables.instrument.instrument_type.keyword":"cloud radar"}},' +
          '{"range":{"temporal_extent.time_period_begin":{"gte":"2020-01-01"}}},' +
          '{"geo_bounding_box":{"facility.location":{"top_left":[5,48.5],"bottom_right":[16.5,45.5]}}}]}},' +
          '"sort":[{"temporal_extent.time_period_begin":"desc"},{"identification.identifier.pid.keyword":"asc"}],' +
          '"size":3,"_source":["identification.title","facility.name"]}',
      ),
    ],
    [
      "Facets: records per framework, and per year",
      search(
        '{"size":0,"aggs":{"framework":{"terms":{"field":"variables.framework.framework.keyword"}},' +
          '"year":{"date_histogram":{"field":"temporal_extent.time_period_begin","calendar_interval":"year","format":"yyyy"}}}}',
      ),
    ],
    [
      "Air quality now, with its index: every series within 5 km of the centre of Oslo",
      `curl -s '${url}/aq/utd/59.913/10.752/5?method=within'`,
    ],
    [
      "A year of daily means of nitrogen dioxide, as CSV",
      `curl -s '${url}/agg/day/${yearAgo}/${today}/Manglerud.csv?components=NO2'`,
    ],
    ["The UV index of the next three days at Oslo", `curl -s '${url}/uv/forecast/59.91/10.75?culture=en'`],
    ["One facility", `curl -s '${url}/api/facilities/0lym'`],
    ["How to cite a dataset; its page is the same address without the format", `curl -s '${page}&format=bibtex'`],
    [
      "What changed since the beginning, a line each",
      `curl -s '${url}/api/changes?limit=3' -H 'Accept: application/x-ndjson'`,
    ],
    ["A copy of the catalogue, kept by its changes", `npm run follow -- '${url}' --to ./data/copy --once`],
  ] as const;
  const lines = examples.map(([title, command]) => `# ${title}\n${command}\n`);
  return `\nThe demonstration is ready: ${url}  (documentation: ${url}/docs)\n\n${lines.join("\n")}\nCtrl-C stops it.\n${url}\n`;
}
