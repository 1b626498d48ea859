/**
 * Loaded into every thread of a system under test (`node --import`): a thread that gets a search with one of these marks
 * ends, or hangs, a moment after it has begun the search.
 */
import { subscribe } from "node:diagnostics_channel";
import { isMainThread } from "node:worker_threads";

const AFTER_MS = 100;

const harm = {
  "this thread ends": () => process.exit(1),
  "this thread hangs": () => {
    for (;;);
  },
};

subscribe("net.server.socket", ({ socket }) => {
  if (isMainThread) return;
  socket.on("data", (data) => {
    for (const [mark, act] of Object.entries(harm)) if (data.includes(mark)) setTimeout(act, AFTER_MS);
  });
});
