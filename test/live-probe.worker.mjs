/**
 * Asks `workerData` (a URL) repeatedly until a message comes. Answers the message with the duration of the longest answer.
 */
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
