import type { BenchResult, Row } from "./harness.ts";
import { median, ROUNDS, scaled } from "./harness.ts";
import { dateOf, hourlyLine, seriesOfNetwork } from "./hourly-lines.ts";
import { addNetwork, type Network, newestLines } from "./network.ts";
import { MeasuredSystem } from "./system.ts";

/**
 * Every route of the measurements with a million values and again with a hundred million, for the same periods and answers:
 * how much slower its median is. Takes about twenty minutes.
 */

const SMALL = scaled(1e6);
const LARGE = scaled(1e8);
/** Days of one line and one chunk of days of all series. */
const DAYS = 30;
const REQUESTS = scaled(31);
const LAST_DAY = 9_700;

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    const network = await addNetwork(system);
    const perDay = 24 * network.size;
    const smallFrom = LAST_DAY - Math.ceil(SMALL / perDay / DAYS) * DAYS;
    const largeFrom = LAST_DAY - Math.ceil(LARGE / perDay / DAYS) * DAYS;
    const routes = routesOf(network);
    await fill(system, network, smallFrom, LAST_DAY);
    const small = await measure(system, routes);
    await fill(system, network, largeFrom, smallFrom);
    const large = await measure(system, routes);
    const rows = routes.map(
      (route, index): Row => ({
        name: route,
        unit: "ms",
        limit: small[index] ?? [],
        product: large[index] ?? [],
        goal: { of: "ratio", at: "most", value: 1.5 },
      }),
    );
    return { name: "measurements-large", rows };
  } finally {
    await system.close();
  }
}

/** Every hour of all series from one day to before another, the newest first. */
async function fill(system: MeasuredSystem, network: Network, from: number, to: number): Promise<void> {
  for (let end = to; end > from; end -= DAYS) {
    const lines = seriesOfNetwork(network).map((id) => hourlyLine(id, end - DAYS, DAYS));
    await send(system, Buffer.from(lines.join("")));
  }
  await send(system, newestLines(network));
}

async function send(system: MeasuredSystem, lines: Buffer): Promise<void> {
  const headers = { "Content-Type": "application/x-ndjson", Prefer: "wait=60" };
  const answer = await system.write("/api/provider/observations/add", lines, headers);
  const { refused }: { refused: number } = JSON.parse(answer.body.toString());
  if (refused !== 0) throw new Error("values were refused");
}

function routesOf(network: Network): string[] {
  const [id = 0] = network.keys();
  const day = (back: number) => dateOf(LAST_DAY - back);
  const circle = "59.913/10.752/5";
  const histories = ["aq", "obs"].flatMap((kind) => [
    `/${kind}/utd`,
    `/${kind}/utd/${circle}?method=within`,
    `/${kind}/historical/${day(30)}/${day(1)}/Manglerud`,
    `/${kind}/historical/${day(7)}/${day(1)}/${circle}?method=within`,
    `/${kind}/historical/${day(150)}/${day(1)}/ids/${id}`,
  ]);
  const means = ["hour", "8hour", "day", "maxhour", "max8hour", "week", "month", "season", "year"].map(
    (type) => `/agg/${type}/${day(120)}/${day(1)}/Manglerud?coverage=0`,
  );
  const lookups = ["areas", "stations", "components", "aqis", "meantypes", "timeseries"].map(
    (what) => `/lookup/${what}`,
  );
  return [
    ...histories,
    ...means,
    `/agg/day/${day(30)}/${day(1)}/all`,
    `/agg/day/${day(30)}/${day(1)}/${circle}?method=within`,
    `/agg/day/${day(150)}/${day(1)}/ids/${id}`,
    `/stats/day/${day(30)}/${day(1)}/all`,
    `/stats/day/${day(30)}/${day(1)}/${circle}?method=within`,
    ...lookups,
  ];
}

/** The medians of five runs of requests for each route, in milliseconds. */
async function measure(system: MeasuredSystem, routes: readonly string[]): Promise<number[][]> {
  const medians: number[][] = [];
  for (const route of routes) {
    const rounds: number[] = [];
    await times(system, route);
    for (let round = 0; round < ROUNDS; round++) rounds.push(median(await times(system, route)));
    medians.push(rounds);
  }
  return medians;
}

async function times(system: MeasuredSystem, route: string): Promise<number[]> {
  const taken: number[] = [];
  for (let call = 0; call < REQUESTS; call++) {
    const begin = performance.now();
    const answer = await system.send("GET", route);
    if (answer.status !== 200) throw new Error(`${route} answered ${answer.status}`);
    taken.push(performance.now() - begin);
  }
  return taken;
}
