import { skyTransmission, weighted } from "../../science/uv/model.ts";
import { skyAerosolBeta, skyCloudWater } from "../../science/uv/skies.ts";
import { surfaces } from "../../science/uv/surfaces.ts";
import { transmission } from "../../science/uv/transfer.ts";

const zeniths = [0, 30, 60, 70, 75, 80, 85, 90];

/**
 * How the overcast sky of the classes, whose beam follows FastRT, differs from the same sky with its beam through shells, as
 * a Markdown table: the lowest and highest difference over columns of air and all surfaces.
 */
export function flatAirTable(): string {
  const differences = [0, 2, 5].flatMap((altitude) =>
    [200, 350, 500].flatMap((ozone) => {
      const flat = skyTransmission({ altitude, ozone }, "overcast", zeniths);
      const air = { altitude, ozone, aerosolBeta: skyAerosolBeta, cloudWater: skyCloudWater };
      const shells = transmission(air, zeniths);
      return surfaces.flatMap(({ albedo }) =>
        zeniths.map((zenith, sun) => {
          const [to, from] = [weighted(flat, sun, albedo), weighted(shells, sun, albedo)];
          return { zenith, erythema: to.erythema / from.erythema - 1, vitaminD: to.vitaminD / from.vitaminD - 1 };
        }),
      );
    }),
  );
  const range = (zenith: number, product: "erythema" | "vitaminD"): string => {
    const at = differences.filter((difference) => difference.zenith === zenith).map((each) => each[product]);
    return `${percent(Math.min(...at))} to ${percent(Math.max(...at))} %`;
  };
  return [
    "| θ | UV index | vitamin D |",
    "|---|---|---|",
    ...zeniths.map((zenith) => `| ${zenith}° | ${range(zenith, "erythema")} | ${range(zenith, "vitaminD")} |`),
  ].join("\n");
}

// Rounded before the sign is formatted, so that nothing is "-0.0".
const percent = (share: number): string => (Math.round(1000 * share) / 10 + 0).toFixed(1);
