import { cycled } from "../../cli/demo/cycled.ts";
import { sunBetween, zenithAngle } from "../../science/solar.ts";
import { doseRates } from "../../science/uv/dose-rates.ts";
import { requiredDose } from "../../science/uv/doses.ts";
import { exposure } from "../../science/uv/exposure.ts";
import { clearIndex, indexCurve } from "../../science/uv/index-curve.ts";
import { climatologicalOzone } from "../../science/uv/ozone-climatology.ts";
import { skies } from "../../science/uv/skies.ts";
import { surfaces } from "../../science/uv/surfaces.ts";
import { transmission } from "../../science/uv/transfer.ts";
import { uvTables } from "../../services/query/uv/tables.ts";
import { type BenchResult, ROUNDS, type Row, SCALE, scaled } from "../harness.ts";
import { doseRateErrors, indexErrors, largestError } from "./interpolation.ts";

/** The UV model alone, on one thread: the cost of the engine, and the cost and the loss of answers from its tables. */
export async function run(): Promise<BenchResult> {
  const clear = { altitude: 0, ozone: 330, aerosolBeta: 0.02, cloudWater: 0 };
  const suns = Array.from({ length: 20 }, (_, i) => i * 4.5);
  return {
    name: "uv-model",
    rows: [
      timed("one solution of a clear sky, one sun", 17, () => transmission(clear, [40])),
      timed("the same, 20 suns", 60, () => transmission(clear, suns)),
      timed("the same under a cloud", 60, () => transmission({ ...clear, cloudWater: 240 }, suns)),
      timed("an exposure time, every input another", 6, anExposure),
      timed("72 hours and three peaks at a place", 2, aForecast),
      once("the world at 1°, one noon", "s", 120, world),
      once(
        "worst of 1,000 dose rates from the tables",
        "%",
        0.3,
        () => 100 * largestError(doseRateErrors(scaled(100), 10)),
      ),
      once("worst of 1,000 indices from the tables", "%", 0.3, () => 100 * largestError(indexErrors(scaled(100), 10))),
    ],
  };
}

/** Milliseconds of processor time for a call, which other programs disturb less than wall-clock time. */
function timed(name: string, most: number, call: (index: number) => unknown): Row {
  const calls = 20;
  const round = () => {
    const before = process.cpuUsage();
    for (let i = 0; i < calls; i++) call(i);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / calls;
  };
  round();
  return {
    name,
    unit: "ms",
    product: Array.from({ length: ROUNDS }, round),
    goal: { of: "value", at: "most", value: most },
  };
}

const once = (name: string, unit: string, most: number, value: () => number): Row => ({
  name,
  unit,
  product: [value()],
  goal: { of: "value", at: "most", value: most },
});

function anExposure(index: number): number | null {
  const start = Date.UTC(2025, index % 12, 1 + (index % 28), index % 24);
  return exposure({
    start,
    latitude: -80 + 8.3 * index,
    longitude: 17 * index - 170,
    rates: doseRates(uvTables, {
      altitude: 0.29 * index,
      ozone: 150 + 21 * index,
      surface: cycled(surfaces, index).id,
      sky: cycled(skies, index).id,
    }),
    doses: { erythema: requiredDose("erythema", 2), vitaminD: requiredDose("vitaminD", 2) },
  }).vitaminD.minutes;
}

const hour = 3_600_000;
const today = Date.UTC(2025, 5, 21);
const sunFrom = sunBetween(today, today + 72 * hour);

/** A curve for each hour, and steps of ten minutes between them. */
function aForecast(index: number): number {
  const [latitude, longitude] = [4 * index - 40, 13 * index - 130];
  const curve = (time: number) =>
    indexCurve(uvTables, { ozone: 300 + index + ((time - today) / hour) * 0.1, aerosolBeta: 0.06, albedo: 0.07 });
  let highest = 0;
  let from = curve(today);
  for (let time = today; time < today + 72 * hour; time += hour) {
    const to = curve(time + hour);
    for (let step = 0; step < 6; step++) {
      const sun = sunFrom(time + (step * hour) / 6);
      const zenith = zenithAngle(sun, latitude, longitude);
      if (zenith > 90) continue;
      const before = clearIndex(from, zenith);
      const between = before + (step / 6) * (clearIndex(to, zenith) - before);
      highest = Math.max(highest, between / sun.distance ** 2);
    }
    from = to;
  }
  return highest;
}

/** Seconds for the UV index at each whole degree at its local solar noon, with the climatology's ozone. */
function world(): number {
  const from = process.cpuUsage();
  for (let latitude = -90; latitude <= 90; latitude += 1 / SCALE) {
    for (let longitude = -180; longitude < 180; longitude++) {
      const noon = sunFrom(today + (12 - longitude / 15) * hour);
      const ozone = climatologicalOzone(6, 21, latitude);
      const curve = indexCurve(uvTables, { ozone, aerosolBeta: 0.05, albedo: 0.05 });
      clearIndex(curve, zenithAngle(noon, latitude, longitude));
    }
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}
