import { demoUvGrid } from "../../cli/demo/uv.ts";
import { type BenchResult, quantile, ROUNDS, scaled } from "../harness.ts";
import { load, MeasuredSystem } from "../system.ts";

/** The UV routes of the running service: places a second, exposure times, and the effect on other requests. */

/** Places of one request, and requests at once. */
const PLACES = scaled(1000);
const REQUESTS = 2;
const CONNECTIONS = 8;
const EXPOSURES = scaled(2000);

const JSON_TYPE = { "Content-Type": "application/json" };

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    await forecasts(system, 4);
    const climatology = await rounds(() => forecasts(system, 10));
    await system.write("/api/provider/uv/forecast", Buffer.from(JSON.stringify(demoUvGrid(new Date()))), {
      Prefer: "wait=60",
    });
    await forecasts(system, 4);
    const published = await rounds(() => forecasts(system, 10));
    const meanwhile: number[] = [];
    const others = await rounds(async () => {
      const busy = forecasts(system, 10);
      const latencies = await watch(system, busy);
      meanwhile.push(Math.max(...latencies));
      return quantile(latencies, 0.99);
    });
    const exposures = await rounds(async () => quantile(await exposureTimes(system), 0.99));
    const world = [await wholeWorld(system)];
    const most = (value: number) => ({ of: "value", at: "most", value }) as const;
    const thousand = { of: "value", at: "least", value: 1000 } as const;
    return {
      name: "uv",
      rows: [
        { name: "forecasts of 72 hours, climatology", unit: "places/s", product: climatology, goal: thousand },
        { name: "forecasts of 72 hours, published grid", unit: "places/s", product: published, goal: thousand },
        {
          name: "another route meanwhile, p99",
          unit: "ms",
          product: others,
          goal: most(20),
          note: `longest ${Math.round(Math.max(...meanwhile))} ms`,
        },
        { name: "/uv/vitd, every member varied, 8 connections, p99", unit: "ms", product: exposures, goal: most(50) },
        { name: "the whole world, 65,160 places through the API", unit: "s", product: world, goal: most(120) },
      ],
    };
  } finally {
    await system.close();
  }
}

async function rounds(measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) values.push(await measure());
  return values;
}

/** Places a second over `requests` requests for a thousand places each. */
async function forecasts(system: MeasuredSystem, requests: number): Promise<number> {
  const begin = performance.now();
  await load(REQUESTS, requests, (call) => ask(system, scattered(call)));
  return (requests * PLACES * 1000) / (performance.now() - begin);
}

async function ask(system: MeasuredSystem, locations: readonly object[]): Promise<void> {
  const { status, body } = await system.send("POST", "/uv/forecast", JSON.stringify({ locations }), JSON_TYPE);
  if (status !== 200) throw new Error(`/uv/forecast answered ${status}: ${body.toString().slice(0, 300)}`);
}

/** Places all over the world, different for each call. */
function scattered(call: number): object[] {
  return Array.from({ length: PLACES }, (_, index) => ({
    latitude: Math.asin(fraction(call * PLACES + index, 0.754_877_666) * 2 - 1) * (180 / Math.PI),
    longitude: fraction(call * PLACES + index, 0.569_840_291) * 360 - 180,
  }));
}

/** Milliseconds of small requests that are sent one after the other until the work is done. */
async function watch(system: MeasuredSystem, work: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const begin = performance.now();
    await system.send("GET", "/health/live");
    latencies.push(performance.now() - begin);
  }
  await done;
  return latencies;
}

function exposureTimes(system: MeasuredSystem): Promise<number[]> {
  return load(CONNECTIONS, EXPOSURES, async (call) => {
    const at = (step: number, from: number, to: number) => from + fraction(call, step) * (to - from);
    const whole = (step: number, from: number, to: number) => Math.floor(at(step, from, to + 1));
    const request = {
      latitude: at(0.618_033_989, -90, 90),
      longitude: at(0.754_877_666, -180, 180),
      altitude: at(0.569_840_291, 0, 6),
      month: whole(0.819_172_513, 1, 12),
      day: whole(0.671_043_607, 1, 28),
      time: at(0.549_700_478, 0, 24),
      ozone: at(0.856_674_884, 100, 600),
      albedo_type: [0, 1, 2, 3, 4, 5, 12, 13][whole(0.733_891_856, 0, 7)],
      dose_product: whole(0.628_706_721, 1, 2),
      skin_type: whole(0.538_597_725, 1, 6),
      sky: whole(0.880_961_991, 0, 3),
    };
    const { status, body } = await system.send("POST", "/uv/vitd", JSON.stringify(request), JSON_TYPE);
    if (status !== 200) throw new Error(`/uv/vitd answered ${status}: ${body.toString().slice(0, 300)}`);
  });
}

/** Seconds for a forecast of every whole degree. */
async function wholeWorld(system: MeasuredSystem): Promise<number> {
  const places = Array.from({ length: scaled(181 * 360) }, (_, cell) => ({
    latitude: Math.floor(cell / 360) - 90,
    longitude: (cell % 360) - 180,
  }));
  const requests = Math.ceil(places.length / PLACES);
  const begin = performance.now();
  await load(REQUESTS, requests, (call) => ask(system, places.slice(call * PLACES, (call + 1) * PLACES)));
  return (performance.now() - begin) / 1000;
}

/** Spread evenly over 0 to 1, whatever the number of calls. */
function fraction(call: number, step: number): number {
  return ((call + 1) * step) % 1;
}
