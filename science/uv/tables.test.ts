import { expect, test } from "vitest";
import { model } from "./model.ts";
import { decodeTables, encodeTables } from "./tables.ts";

const tables = {
  doses: Float32Array.of(0.5, -1.25),
  clearSky: Float32Array.of(1e-3),
  overcastSky: Float32Array.of(3, 4, 5),
};
const generator = "npm run uv-tables";

/** The stored files with some of them replaced. */
function stored(replaced: Readonly<Record<string, Uint8Array>> = {}) {
  const files = new Map([...encodeTables(tables, generator), ...Object.entries(replaced)]);
  return (file: string): Uint8Array => files.get(file) ?? new Uint8Array();
}

test("tables are decoded to the numbers that were encoded", () => {
  expect(decodeTables(stored())).toEqual({
    doses: Float64Array.of(0.5, -1.25),
    clearSky: Float64Array.from(tables.clearSky),
    overcastSky: Float64Array.of(3, 4, 5),
  });
});

test("a table that differs from its hash is refused by name", () => {
  const damaged = stored({ "clear-sky.bin": Uint8Array.of(0, 0, 0, 0) });
  expect(() => decodeTables(damaged)).toThrow("clear-sky.bin differs from its hash");
});

test("tables of another model version are refused", () => {
  const manifest = new TextDecoder().decode(stored()("manifest.json"));
  const old = new TextEncoder().encode(manifest.replace(`"${model.version}"`, '"0.9"'));
  expect(() => decodeTables(stored({ "manifest.json": old }))).toThrow("are of model version 0.9");
});
