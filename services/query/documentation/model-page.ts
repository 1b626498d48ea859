import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { packageFolder } from "../../../platform/build-facts.ts";
import type { Html } from "../../../platform/http/pages/html.ts";
import { markdown } from "./markdown.ts";

/** The page on the UV model with its charts, as it lies beside the code; undefined where it was left out. */
export async function readModelPage(log: Logger): Promise<Html | undefined> {
  try {
    const folder = join(await packageFolder(), "docs");
    const text = await readFile(join(folder, "uv-model.md"), "utf8");
    const names = (await readdir(join(folder, "uv-model"))).filter((name) => name.endsWith(".svg"));
    const images = names.map(async (name) => {
      const path = `uv-model/${name}`;
      return [path, await readFile(join(folder, path), "utf8")] as const;
    });
    return markdown(text, new Map(await Promise.all(images)));
  } catch (error) {
    log.warn({ err: error }, "the page on the UV model is not there");
    return undefined;
  }
}
