// Bundles what browsers load from the pages: the style, and each file in `islands/` with the libraries that it uses. Names of
// files have a hash of their content. `manifest.json` has them by the name of their source.
import { createHash } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build } from "esbuild";
import { coastline } from "./uv/coastline.js";

const SOURCES = "services/query/portal";
const OUTPUT = `dist/${SOURCES}/assets`;

const islands = (await readdir(`${SOURCES}/islands`)).filter((name) => name.endsWith(".ts"));
await rm(OUTPUT, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [`${SOURCES}/styles/portal.css`, ...islands.map((name) => `${SOURCES}/islands/${name}`)],
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  outdir: OUTPUT,
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  metafile: true,
  logLevel: "warning",
});
const entries = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
  entryPoint === undefined ? [] : [[basename(entryPoint), basename(file)]],
);
const coasts = await coastline();
const coastFile = `coastline-${createHash("sha256").update(coasts).digest("hex").slice(0, 8)}.svg`;
await writeFile(`${OUTPUT}/${coastFile}`, coasts);
entries.push(["coastline.svg", coastFile]);
await writeFile(`${OUTPUT}/manifest.json`, JSON.stringify(Object.fromEntries(entries)));
