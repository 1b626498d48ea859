import { mkdir, readFile, writeFile } from "node:fs/promises";
import { asTable, type Check, clearSkyChecks, exposureChecks, summaries, surfaceChecks } from "./accuracy.ts";
import { type Chart, type Series, svg } from "./chart.ts";
import { summerDay } from "./day.ts";
import { flatAirTable } from "./flat-air.ts";
import { doseRateErrors, type Interpolated, indexErrors, largestError } from "./interpolation.ts";

/** `npm run uv-document`: computes the figures of docs/uv-model.md again and writes its table and its charts. */

const page = "docs/uv-model.md";
const charts = "docs/uv-model";
const blue = "#0b6e99";
const red = "#c8553d";
const grey = "#777";

const clear = clearSkyChecks();
const engine = surfaceChecks("engine");
const tables = surfaceChecks("tables");
const { checks: exposures } = exposureChecks();
const rates = doseRateErrors(100, 10);
const indices = indexErrors(100, 10);

await mkdir(charts, { recursive: true });
await write("clear-sky", {
  title: "Clear sky: the engine less discrete ordinates, every row",
  ...axes(2.5, 0.5),
  series: [...bySpectrum(clear), limit(0, 80, 1), limit(0, 80, -1), limit(80, 90, 2), limit(80, 90, -2)],
});
await write("surfaces", {
  title: "Natural surfaces, clear sky: the engine less FastRT, every row",
  ...axes(10, 2),
  series: bySpectrum(engine.filter(({ group }) => group.includes("clear"))),
});
await write("clouds", {
  title: "Natural surfaces, overcast: the engine less FastRT, every row up to 75°",
  ...axes(16, 4),
  series: bySpectrum(engine.filter(({ group }) => group.includes("overcast"))),
});
await write("tables", {
  title: "The tables less the engine, at random inputs",
  ...axes(0.4, 0.1),
  series: [
    dots("dose rates", blue, rates),
    dots("indices", red, indices),
    limit(0, 90, 0.3, "0.3 %"),
    limit(0, 90, -0.3),
  ],
});

await writeFile(`${charts}/summer-day.svg`, await summerDay());

const figures = [
  asTable(summaries([...clear, ...engine, ...tables, ...exposures])),
  "",
  `Tables less engine, the largest of ${count(rates)} dose rates: ${percent(largestError(rates))}; of ${count(indices)} indices: ${percent(largestError(indices))}.`,
].join("\n");
const text = await readFile(page, "utf8");
await writeFile(page, between(between(text, "figures", figures), "flat air", flatAirTable()));

/** The page with the content between the two comments of this name replaced. */
function between(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  return text.replace(new RegExp(`${begin}[^]*${end}`), () => `${begin}\n${content}\n${end}`);
}

function axes(most: number, step: number): Pick<Chart, "x" | "y"> {
  return {
    x: { label: "solar zenith angle", from: 0, to: 90, step: 10, write: (value) => `${value}°` },
    y: { label: "error, %", from: -most, to: most, step },
  };
}

function bySpectrum(checks: readonly Check[]): Series[] {
  const of = (quantity: Check["quantity"]) => checks.filter((check) => check.quantity === quantity);
  return [dots("UV index", blue, of("UV index")), dots("vitamin D", red, of("vitamin D"))];
}

function dots(name: string, colour: string, checks: readonly (Check | Interpolated)[]): Series {
  return { name, colour, kind: "dots", points: checks.map(({ zenith, error }) => [zenith, 100 * error]) };
}

/** A bound between two zenith angles; one bound of a chart is enough to name. */
function limit(from: number, to: number, percent: number, name = ""): Series {
  return {
    name: name || (percent > 0 && from === 0 ? "bound" : ""),
    colour: grey,
    kind: "limit",
    points: [
      [from, percent],
      [to, percent],
    ],
  };
}

async function write(name: string, chart: Chart): Promise<void> {
  await writeFile(`${charts}/${name}.svg`, svg(chart));
}

function count(values: readonly unknown[]): string {
  return values.length.toLocaleString("en");
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
