import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { z } from "zod";
import type { AssetType } from "../../../../contracts/assets.ts";
import { builtFile } from "../../../../platform/built-file.ts";
import type { Asset } from "../../../../platform/http/pages/asset.ts";

/** What browsers load from the pages: the style, the islands, and what these load. */
export interface PortalAssets {
  readonly files: readonly Asset[];
  /** The address of a file by the name of its source, such as `portal.css`. */
  readonly addressOf: (name: string) => string;
}

const TYPES: Readonly<Record<string, AssetType>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

const MANIFEST = "manifest.json";

/** Reads what the build has bundled. @throws where the code is not built */
export async function readPortalAssets(): Promise<PortalAssets> {
  const folder = builtFile(import.meta.url, "../assets/");
  const names = (await readdir(folder)).filter((name) => name !== MANIFEST);
  const manifest = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(new URL(MANIFEST, folder), "utf8")));
  const files = names.map(async (name) => {
    const type = TYPES[extname(name)];
    if (type === undefined) throw new Error(`no media type is known for the asset ${name}`);
    return { path: `/assets/${name}`, type, content: await readFile(new URL(name, folder), "utf8") };
  });
  return {
    files: await Promise.all(files),
    addressOf: (name) => {
      const file = manifest[name];
      if (file === undefined) throw new Error(`there is no asset ${name}`);
      return `/assets/${file}`;
    },
  };
}
