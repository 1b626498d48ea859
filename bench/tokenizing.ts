import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { analyze } from "../search-engine/language/analysis/tokenizer.ts";

/** Tokenizes every string value as an index does. Returns the number of words. */
export function tokenizeStrings(value: unknown): number {
  if (typeof value === "string") return analyze(value).length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + tokenizeStrings(member), 0);
}

/** The documents from number `first` on. */
export interface TokenizedPart {
  readonly first: number;
  readonly count: number;
}

/** Seconds in which `threads` threads tokenize the documents of the corpus, each an equal part of them. */
export async function secondsOfTokenizing(documents: number, threads: number): Promise<number> {
  const count = Math.ceil(documents / threads);
  const workers = Array.from({ length: threads }, (_, part) => {
    const workerData: TokenizedPart = { first: part * count, count };
    return new Worker(new URL("./tokenizing.worker.js", import.meta.url), { workerData });
  });
  try {
    await Promise.all(workers.map((worker) => once(worker, "message")));
    const begin = performance.now();
    const ended = workers.map((worker) => once(worker, "message"));
    for (const worker of workers) worker.postMessage("go");
    await Promise.all(ended);
    return (performance.now() - begin) / 1000;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
