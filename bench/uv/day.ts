import { climatologicalOzone } from "../../science/uv/ozone-climatology.ts";
import { MeasuredSystem } from "../system.ts";
import { type Series, svg } from "./chart.ts";

/** The UV index through 21 June at three latitudes of the Greenwich meridian, as the running service answers it. */
const places = [
  { name: "23.4° N", latitude: 23.4, colour: "#c8553d" },
  { name: "50° N", latitude: 50, colour: "#0b6e99" },
  { name: "70° N", latitude: 70, colour: "#6a994e" },
] as const;

/** The chart, from `POST /uv/vitd` every quarter of an hour. */
export async function summerDay(): Promise<string> {
  const system = await MeasuredSystem.start();
  try {
    const series: Series[] = [];
    for (const { name, latitude, colour } of places) {
      const ozone = climatologicalOzone(6, 21, latitude);
      const points: [number, number][] = [];
      for (let time = 0; time < 24; time += 0.25) points.push([time, await indexAt(system, { latitude, ozone, time })]);
      series.push({ name, colour, kind: "line", points });
    }
    return svg({
      title: "UV index on 21 June, cloudless, lawn, sea level, the climatology's ozone",
      x: { label: "hour UTC at longitude 0°", from: 0, to: 24, step: 3 },
      y: { label: "UV index", from: 0, to: 14, step: 2 },
      series,
    });
  } finally {
    await system.close();
  }
}

async function indexAt(system: MeasuredSystem, varying: object): Promise<number> {
  const request = {
    longitude: 0,
    altitude: 0,
    month: 6,
    day: 21,
    albedo_type: 3,
    dose_product: 2,
    skin_type: 2,
    sky: 0,
    ...varying,
  };
  const { status, body } = await system.send("POST", "/uv/vitd", JSON.stringify(request), {
    "Content-Type": "application/json",
  });
  if (status !== 200) throw new Error(`/uv/vitd answered ${status}: ${body.toString()}`);
  const { uv_index }: { uv_index: number } = JSON.parse(body.toString());
  return uv_index;
}
