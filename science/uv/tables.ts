import { createHash } from "node:crypto";
import { z } from "zod";
import { model } from "./model.ts";

/** The engine's precomputed results, in the layout of grids.ts. */
export interface UvTables<Numbers = Float64Array> {
  /** Weighted irradiances under the sky classes. */
  readonly doses: Numbers;
  /** Erythemal irradiance at sea level under a clear sky. */
  readonly clearSky: Numbers;
  /** The share of it that an overcast sky transmits. */
  readonly overcastSky: Numbers;
}

const files = { doses: "doses.bin", clearSky: "clear-sky.bin", overcastSky: "overcast-sky.bin" } as const;
const manifestFile = "manifest.json";

const Manifest = z.object({
  generator: z.string(),
  modelVersion: z.string(),
  /** SHA-256 of each file in hexadecimal. */
  sha256: z.record(z.enum(files), z.string()),
});

/**
 * Decodes the stored tables.
 *
 * @param read gives the content of a file in science/uv/tables
 * @throws Error for a file that differs from the manifest, and for tables of another model version
 */
export function decodeTables(read: (file: string) => Uint8Array): UvTables {
  const { modelVersion, sha256 } = Manifest.parse(JSON.parse(new TextDecoder().decode(read(manifestFile))));
  if (modelVersion !== model.version) {
    throw new Error(`the UV tables are of model version ${modelVersion}, the engine is ${model.version}`);
  }
  const table = (file: keyof typeof sha256): Float64Array => {
    const bytes = read(file);
    if (digest(bytes) !== sha256[file]) throw new Error(`${file} differs from its hash in ${manifestFile}`);
    return floats(bytes);
  };
  return { doses: table(files.doses), clearSky: table(files.clearSky), overcastSky: table(files.overcastSky) };
}

/** The files to store, by name: each table as 32-bit floats, little-endian, and the manifest. */
export function encodeTables(tables: UvTables<Float32Array>, generator: string): ReadonlyMap<string, Uint8Array> {
  const encoded = new Map<string, Uint8Array>([
    [files.doses, bytesOf(tables.doses)],
    [files.clearSky, bytesOf(tables.clearSky)],
    [files.overcastSky, bytesOf(tables.overcastSky)],
  ]);
  const sha256 = Object.fromEntries([...encoded].map(([file, bytes]) => [file, digest(bytes)]));
  const manifest = { generator, modelVersion: model.version, sha256 };
  return encoded.set(manifestFile, new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`));
}

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function bytesOf(table: Float32Array): Uint8Array {
  const bytes = new Uint8Array(table.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of table.entries()) view.setFloat32(i * 4, value, true);
  return bytes;
}

/** As doubles, with which arithmetic is fastest. */
function floats(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(i * 4, true));
}
