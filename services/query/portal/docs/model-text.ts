import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { packageFolder } from "../../../../platform/build-facts.ts";
import { type Asset, asset } from "../../../../platform/http/pages/asset.ts";
import type { Html } from "../../../../platform/http/pages/html.ts";
import { markdown } from "./markdown.ts";

/** A text, and the charts that it shows. */
export interface IllustratedText {
  readonly text: Html;
  readonly charts: readonly Asset[];
}

/** The text on the UV model, which lies beside the code; undefined where it was left out. */
export async function readModelText(log: Logger): Promise<IllustratedText | undefined> {
  try {
    const folder = join(await packageFolder(), "docs");
    const text = await readFile(join(folder, "uv-model.md"), "utf8");
    const names = (await readdir(join(folder, "uv-model"))).filter((name) => name.endsWith(".svg"));
    const charts = await Promise.all(
      names.map(async (name) => asset(name, "image/svg+xml", await readFile(join(folder, "uv-model", name), "utf8"))),
    );
    const addresses = charts.map(({ path }, index) => [`uv-model/${names[index]}`, path] as const);
    return { text: markdown(text, new Map(addresses)), charts };
  } catch (error) {
    log.warn({ err: error }, "the text on the UV model is not there");
    return undefined;
  }
}
