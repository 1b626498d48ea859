import { messageOf, tellsOfLoss } from "../../../errors.ts";
import { feedFromTable, type RunningFeed } from "../following/feed.ts";
import type { FromProcess, ProcessSettings, ToProcess } from "./messages.ts";
import { WorkerSet } from "./worker-set.ts";

/*
 * The process in which the embedded engine runs: one thread indexes, others search. The service that started it
 * survives its failures. The process exits when the service does, because the channel between them closes.
 */

process.on("disconnect", () => process.exit(0));
process.on("exit", () => workers?.close());
// The service decides when this process ends: a signal to the process group reaches both.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const tell = (message: FromProcess): void => {
  if (process.connected) process.send?.(message);
};

let feed: RunningFeed | undefined;
let workers: WorkerSet | undefined;
process.on("message", (message: ToProcess) => {
  if (message.kind === "start") start(message.settings);
  else if (message.kind === "wake") feed?.wake();
  else if (message.kind === "ping") tellStats();
  else if (message.kind === "replace") workers?.replace(message.number, "nothing listens at its socket");
  else void end();
});

function tellStats(): void {
  if (workers) tell({ kind: "stats", stats: { ...workers.stats(), residentBytes: process.memoryUsage.rss() } });
}

async function end(): Promise<void> {
  await feed?.close();
  process.exit(0);
}

function start(settings: ProcessSettings): void {
  const set = new WorkerSet(settings, tell);
  workers = set;
  feed = feedFromTable(settings.view, settings.connection).start({
    ...settings,
    onUpdate: (update, release) => {
      set.update(update, release);
      tellStats();
    },
    onFailure: (error) => tell({ kind: "failure", reason: messageOf(error), isLoss: tellsOfLoss(error) }),
    onSnapshotFailure: (error) => tell({ kind: "snapshot-failure", reason: messageOf(error) }),
    onSnapshotDiscarded: (error) => tell({ kind: "snapshot-discarded", reason: messageOf(error) }),
    onSaved: (sequence) => tell({ kind: "saved", sequence }),
  });
  tellStats();
}
