import { readdir, readFile } from "node:fs/promises";

/** The running processes that any thread of this process has started. Linux only. */
export async function childProcessesOf(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const started = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8")));
  return started.flatMap((pids) => pids.split(" ").filter(Boolean).map(Number));
}
