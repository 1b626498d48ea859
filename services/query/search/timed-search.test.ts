import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { SearchBusy } from "../../../platform/search/port.ts";
import { Deadline, ReaderLeft } from "./timed-search.ts";

const never = new Promise<never>(() => undefined);
const response = (writableFinished = false) => Object.assign(new EventEmitter(), { writableFinished });

test("work that takes too long is ended with a problem, and its signal aborts", async () => {
  const deadline = new Deadline(response(), 0.001);
  await expect(deadline.hold(never)).rejects.toMatchObject({ code: "search-timeout", status: 504 });
  expect(deadline.aborted).toBe(true);
});

test("a search that times out while it waits for its turn fails as busy", async () => {
  const deadline = new Deadline(response(), 0.001);
  deadline.isWaiting = true;
  await expect(deadline.hold(never)).rejects.toBeInstanceOf(SearchBusy);
});

test("work whose reader leaves is ended", async () => {
  const leaving = response();
  const deadline = new Deadline(leaving);
  const held = deadline.hold(never);
  leaving.emit("close");
  await expect(held).rejects.toBeInstanceOf(ReaderLeft);
});

test("an answer that was sent to its end aborts nothing", () => {
  const sent = response(true);
  const deadline = new Deadline(sent);
  sent.emit("close");
  expect(deadline.aborted).toBe(false);
});

test("a reader who left before the search began is noticed", async () => {
  const closed = Object.assign(new EventEmitter(), { writableFinished: false, closed: true });
  const deadline = new Deadline(closed);
  expect(deadline.reason).toBeInstanceOf(ReaderLeft);
  await expect(deadline.hold(never)).rejects.toBeInstanceOf(ReaderLeft);
});
