import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { skyIrradiance } from "../../science/uv/model.ts";
import { flatAlbedo, surface } from "../../science/uv/surfaces.ts";
import { folderUntil } from "../../test/folder.ts";
import { computeCases } from "./cases.ts";

const compute = (...lines: string[]) => [...computeCases(lines.join("\n"))];
const numbersOf = (row = "") => row.split(",").slice(-5).map(Number);
const none = { erythema: Number.NaN, vitaminD: Number.NaN, uva: Number.NaN, uvb: Number.NaN };

test("rows come back as they were, in their order, with the results at the end", () => {
  const [head, ...rows] = compute(
    "# made by hand",
    "name,sza_deg,ozone_du,altitude_km,albedo",
    "noon, 30,300,0,0.05",
    "# between",
    "evening,80,300,0,0.05",
    "night,95,300,0,0.05",
  );
  expect(head).toBe("name,sza_deg,ozone_du,altitude_km,albedo,uv_index,erythema_W_m2,vitamin_d_W_m2,uva_W_m2,uvb_W_m2");
  expect(rows.map((row) => row.split(",")[0])).toEqual(["noon", "evening", "night"]);
  expect(rows[0]).toMatch(/^noon, 30,300,0,0.05,/);
  const [noon] = skyIrradiance({ altitude: 0, ozone: 300, sky: 0, albedo: flatAlbedo(0.05) }, [30]);
  const { erythema, vitaminD, uva, uvb } = noon ?? none;
  const expected = [40 * erythema, erythema, vitaminD, uva, uvb];
  for (const [i, value] of numbersOf(rows[0]).entries()) expect(value / (expected[i] ?? Number.NaN)).toBeCloseTo(1, 6);
  expect(numbersOf(rows[0])).toHaveLength(5);
  expect(numbersOf(rows[2])).toEqual([0, 0, 0, 0, 0]);
});

test("cells in quotation marks are read without them, commas inside belong to the cell, and rows keep them", () => {
  const [head, quoted] = compute(
    '"name","sza_deg","ozone_du","altitude_km","albedo"',
    '"lawn, ""dry""", "30",300,0,"0.05"',
  );
  const [, plain] = compute("name,sza_deg,ozone_du,altitude_km,albedo", ",30,300,0,0.05");
  expect(head).toMatch(/^"name","sza_deg","ozone_du","altitude_km","albedo",uv_index,/);
  expect(quoted).toMatch(/^"lawn, ""dry""", "30",300,0,"0.05",/);
  expect(numbersOf(quoted)).toEqual(numbersOf(plain));
});

test("a surface takes precedence over an albedo, a turbidity over the sky's; an empty cell counts as absent", () => {
  const [, snow, hazy, plain] = compute(
    "sza_deg,ozone_du,altitude_km,albedo,albedo_type,sky,aerosol_beta",
    "50,350,1,0.05,12,2,",
    "50,350,1,0.05,,3,0.3",
    "50,350,1,0.05,,,",
  );
  const erythema = (place: Partial<Parameters<typeof skyIrradiance>[0]>) =>
    skyIrradiance({ altitude: 1, ozone: 350, sky: 0, albedo: flatAlbedo(0.05), ...place }, [50])[0]?.erythema ??
    Number.NaN;
  expect(numbersOf(snow)[1]).toBeCloseTo(
    erythema({ sky: 2, albedo: surface(12)?.albedo ?? flatAlbedo(Number.NaN) }),
    6,
  );
  expect(numbersOf(hazy)[1]).toBeCloseTo(erythema({ sky: 3, aerosolBeta: 0.3 }), 6);
  expect(numbersOf(plain)[1]).toBeCloseTo(erythema({}), 6);
});

describe("cases that can't be computed are named", () => {
  const head = "sza_deg,ozone_du,altitude_km,albedo_type,sky";
  test.each([
    ["nothing at all", [""], "no line with the names"],
    ["no ozone", ["sza_deg,altitude_km,albedo", "1,2,3"], "no column ozone_du"],
    ["no ground", ["sza_deg,ozone_du,altitude_km", "1,300,3"], "albedo or albedo_type"],
    ["a word", [head, "high,300,0,3,0"], 'line 2: sza_deg "high"'],
    ["metres", [head, "# one", "30,300,1200,3,0"], 'line 3: altitude_km "1200" is not a number from 0 to 9'],
    ["another surface", [head, "30,300,0,6,0"], 'albedo_type "6" is none of 0, 1, 2, 3, 4, 5, 12, 13'],
    ["another sky", [head, "30,300,0,3,4"], 'sky "4" is none of 0, 1, 2, 3'],
    ["a short row", [head, "30,300"], "line 2: 2 values for 5 columns"],
  ])("%s", (_, lines, message) => {
    expect(() => compute(...lines)).toThrow(message);
  });
});

describe("the command", () => {
  const folder = folderUntil(afterAll);
  const run = (...operands: string[]) =>
    spawnSync(process.execPath, ["dist/cli/main.js", "uv-model", ...operands], { encoding: "utf8" });

  test("writes results to stdout and nothing else", () => {
    const file = join(folder, "cases.csv");
    writeFileSync(file, "sza_deg,ozone_du,altitude_km,albedo\n30,300,0,0.05\n");
    const { status, stdout, stderr } = run(file);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.split("\n")).toHaveLength(3);
  });

  test("helps, refuses wrong use with 2, and fails with 1, naming the file", () => {
    expect(run("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("Usage: airlog uv-model") });
    expect(run()).toMatchObject({ status: 2, stdout: "" });
    expect(run("--fast")).toMatchObject({ status: 2, stdout: "" });
    expect(run(join(folder, "none.csv"))).toMatchObject({ status: 1, stderr: expect.stringContaining("none.csv") });
    const bad = join(folder, "bad.csv");
    writeFileSync(bad, "sza_deg\n1\n");
    expect(run(bad)).toMatchObject({ status: 1, stderr: `${bad}: no column ozone_du, altitude_km\n` });
  });
});
