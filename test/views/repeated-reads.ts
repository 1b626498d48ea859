/** A read that is repeated. Returns the status and the text that its client then has. */
export interface RepeatedRead {
  readonly name: string;
  readonly read: () => Promise<string>;
}

const PATHS = [
  "/api/facilities",
  "/api/facilities/0lym",
  "/api/metadata/record?pid=bulk-00007",
  "/lookup/stations",
  "/lookup/timeseries",
  "/obs/historical/2023-12-01/2024-02-01/all",
  "/stats/day/2023-12-20/2024-01-12/all",
  "/agg/month/2023-12-01/2024-12-01/all?coverage=0",
  "/uv/forecast/60/10",
];
const CSV_PATHS = ["/obs/historical/2023-12-01/2024-02-01/all", "/agg/month/2023-12-01/2024-12-01/all?coverage=0"];
const byPid = [{ "identification.identifier.pid.keyword": "asc" }];
const SEARCHES = [
  { size: 2_000, sort: byPid },
  { size: 100, sort: byPid, search_after: ["bulk-00500"] },
  { size: 0, aggs: { facilities: { terms: { field: "facility.identifier.keyword" } } } },
];

/** Reads of every view in all the ways of clients; their answers do not depend on the time of day. */
export function repeatedReads(url: string): readonly RepeatedRead[] {
  return [
    ...PATHS.flatMap((path) => [conditional(url, path), head(url, path)]),
    ...CSV_PATHS.map((path) => ({ name: `${path} as CSV`, read: () => asCsv(url + path) })),
    ...SEARCHES.map((search) => ({ name: JSON.stringify(search), read: () => searched(url, search) })),
  ];
}

/** The answer of each read, by its name. */
export async function textsOf(reads: readonly RepeatedRead[]): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(reads.map(async ({ name, read }) => [name, await read()] as const)));
}

/** A client that keeps the last answer and revalidates it. */
function conditional(url: string, path: string): RepeatedRead {
  let kept: { readonly tag: string; readonly text: string } | undefined;
  const read = async () => {
    const answer = await fetch(url + path, { headers: kept ? { "If-None-Match": kept.tag } : {} });
    if (kept && answer.status === 304) return kept.text;
    const tag = answer.headers.get("ETag");
    const text = await said(answer);
    if (tag !== null) kept = { tag, text };
    return text;
  };
  return { name: `${path} with If-None-Match`, read };
}

function head(url: string, path: string): RepeatedRead {
  const read = async () => {
    const answer = await fetch(url + path, { method: "HEAD" });
    return `${answer.status} ${answer.headers.get("Content-Type")} ${await answer.text()}`;
  };
  return { name: `HEAD ${path}`, read };
}

async function asCsv(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { Accept: "text/csv" } });
  return `${answer.headers.get("Content-Type")} ${await said(answer)}`;
}

async function searched(url: string, search: object): Promise<string> {
  const answer = await fetch(`${url}/api/metadata/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ search }),
  });
  // Elasticsearch's name of an index contains its build.
  return (await said(answer)).replace(/"took":\d+/, "").replaceAll(/"_index":"[^"]*"/g, "");
}

async function said(answer: Response): Promise<string> {
  return `${answer.status} ${await answer.text()}`;
}
