/** Asks `workerData` (a URL) again and again until a message comes, and answers it with how long the longest answer took. */
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

let isOver = false;
parentPort.once("message", () => {
  isOver = true;
});

let longestMs = 0;
while (!isOver) {
  const began = performance.now();
  const answer = await fetch(workerData);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${workerData} answered ${answer.status}`);
  longestMs = Math.max(longestMs, performance.now() - began);
  await sleep(20);
}
parentPort.postMessage(longestMs);
