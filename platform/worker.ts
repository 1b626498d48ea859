import { platform, setPriority } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { passedEnvironment } from "./environment.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Where the worker-thread module `name` (relative to `importer`, without ending) lies as JavaScript: beside a compiled
 * importer, or in `dist/` when the importer is TypeScript, as it is under the test runner.
 */
export function workerUrl(importer: string, name: string): URL {
  const compiled = new URL(`${name}.js`, importer);
  if (importer.endsWith(".js")) return compiled;
  const path = fileURLToPath(compiled);
  return pathToFileURL(path.replace(root, `${root}dist/`));
}

/** Starts a worker thread, which gets no secret but what it is told. */
export function startWorker(module: URL, options: Omit<WorkerOptions, "env"> = {}): Worker {
  return new Worker(module, { ...options, env: passedEnvironment() });
}

/**
 * Lets other threads go first where processors are short: a reader's request should not wait for bulk work. Linux alone
 * gives each thread a priority of its own; elsewhere this would slow the whole process down, so it does nothing there.
 */
export function workInBackground(): void {
  if (platform() === "linux") setPriority(0, 10);
}
