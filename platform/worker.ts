import { platform, setPriority } from "node:os";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { builtFile } from "./built-file.ts";
import { passedEnvironment } from "./environment.ts";

/** Location of the worker-thread module `name` (relative to `importer`, without extension) as JavaScript. */
export function workerUrl(importer: string, name: string): URL {
  return builtFile(importer, `${name}.js`);
}

/** Starts a worker thread, which gets no secrets except in its `workerData`. */
export function startWorker(module: URL, options: Omit<WorkerOptions, "env"> = {}): Worker {
  return new Worker(module, { ...options, env: passedEnvironment() });
}

/**
 * Gives this thread a low priority, so that readers' requests do not wait for bulk work. Only Linux has priorities per
 * thread; elsewhere this would slow the whole process down, so it does nothing there.
 */
export function workInBackground(): void {
  if (platform() === "linux") setPriority(0, 10);
}
