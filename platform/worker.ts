import { platform, setPriority } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { passedEnvironment } from "./environment.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Location of the worker-thread module `name` (relative to `importer`, without extension) as JavaScript: beside a
 * compiled importer, or in `dist/` when the importer is TypeScript, as in the test runner.
 */
export function workerUrl(importer: string, name: string): URL {
  const compiled = new URL(`${name}.js`, importer);
  if (importer.endsWith(".js")) return compiled;
  const path = fileURLToPath(compiled);
  return pathToFileURL(path.replace(root, `${root}dist/`));
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
