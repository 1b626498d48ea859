import { join } from "node:path";
import type { Answer } from "../end-to-end/client.ts";
import { records } from "../end-to-end/samples.ts";
import { slowSearch } from "./slow-search.ts";
import { type WholeSystem, wholeSystemUntil } from "./whole-system.ts";

/** The fate of a thread in the middle of a search: the marks that `marked-searches.mjs` knows. */
export type Fate = "this thread ends" | "this thread hangs";

export interface MarkedSystem extends WholeSystem {
  /** Sends a search that takes a while, with this fate for the thread that answers it. */
  sendFatal(fate: Fate): Promise<Answer>;
}

/** A system with `records` records, in which searches can end or stop the threads that answer them. */
export async function markedSystemUntil(
  hook: (end: () => Promise<void>) => void,
  count: number,
): Promise<MarkedSystem> {
  const marks = join(import.meta.dirname, "marked-searches.mjs");
  const system = await wholeSystemUntil(hook, { NODE_OPTIONS: `--import=${marks}` });
  await system
    .as("provider")
    .post("/api/provider/metadata/add", records("kept", count), { headers: { Prefer: "wait=60" } });
  return {
    ...system,
    sendFatal: (fate) => system.reader.post("/api/metadata/search", { search: slowSearch(fate) }),
  };
}
