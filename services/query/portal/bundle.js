// Bundles what browsers load from the pages: the style, and each file in `islands/` with the libraries that it uses. Names of
// files have a hash of their content. `manifest.json` has them by the name of their source.
import { createHash } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build } from "esbuild";
import { coastline } from "./uv/coastline.js";

const SOURCES = "services/query/portal";
const OUTPUT = `dist/${SOURCES}/assets`;

/** What the map loads by address: its worker is a file of its own, since the pages' policy allows no code from elsewhere. */
const MAP_FILES = {
  MAP_WORKER: "maplibre-gl/dist/maplibre-gl-worker.mjs",
  MAP_STYLE: "maplibre-gl/dist/maplibre-gl.css",
  MAP_COUNTRIES: "world-atlas/countries-50m.json",
};

/** Builds the entries. @returns the files that they became, by the name of their source */
async function bundle(entryPoints, define) {
  const { metafile } = await build({
    entryPoints,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".json": "copy" },
    outdir: OUTPUT,
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2022"],
    minify: true,
    metafile: true,
    define,
    logLevel: "warning",
  });
  return Object.fromEntries(
    Object.entries(metafile.outputs).flatMap(([file, { entryPoint, inputs }]) => {
      const source = entryPoint ?? (file.endsWith(".json") ? Object.keys(inputs)[0] : undefined);
      return source === undefined ? [] : [[basename(source), basename(file)]];
    }),
  );
}

await rm(OUTPUT, { recursive: true, force: true });
const mapFiles = await bundle(Object.values(MAP_FILES), {});
const addresses = Object.entries(MAP_FILES).map(([name, source]) => {
  const file = mapFiles[basename(source)];
  if (file === undefined) throw new Error(`${source} has not become a file`);
  return [name, JSON.stringify(`/assets/${file}`)];
});
const islands = (await readdir(`${SOURCES}/islands`)).filter((name) => /(?<!\.d)\.ts$/.test(name));
const files = await bundle(
  [`${SOURCES}/styles/portal.css`, ...islands.map((name) => `${SOURCES}/islands/${name}`)],
  Object.fromEntries(addresses),
);
const coasts = await coastline();
const coastFile = `coastline-${createHash("sha256").update(coasts).digest("hex").slice(0, 8)}.svg`;
await writeFile(`${OUTPUT}/${coastFile}`, coasts);
await writeFile(`${OUTPUT}/manifest.json`, JSON.stringify({ ...files, "coastline.svg": coastFile }));
