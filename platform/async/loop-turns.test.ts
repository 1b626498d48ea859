import { expect, test } from "vitest";
import { LoopTurns } from "./loop-turns.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("each caller gets a turn of the event loop, in order, and its next one after the others", async () => {
  const turns = new LoopTurns();
  const done: string[] = [];
  const work = async (name: string) => {
    for (const piece of [1, 2]) {
      await turns.next();
      done.push(`${name}${piece}`);
    }
  };
  const all = Promise.all(["a", "b", "c"].map(work));
  let last = 0;
  for (let count = 0; count < 20 && done.length < 6; count++) {
    await turn();
    expect(done.length - last).toBeLessThanOrEqual(1);
    last = done.length;
  }
  await all;
  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
  await turns.next();
});
