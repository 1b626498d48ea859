import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { ViewName } from "../../../contracts/views.ts";
import { type Position, PositionUnknown } from "../../../platform/event-store/port.ts";
import type { WaitOptions } from "../../../platform/views/progress.ts";
import { positionOf } from "../../../test/position.ts";
import { routeAt, serveRoutes } from "../../../test/serve-routes.ts";
import { showingAtLeast } from "./freshness.ts";

let asked: { views: readonly ViewName[]; position: Position; options: WaitOptions }[];
let visible: boolean;
let late: boolean;
let becomeCurrent: (() => void) | undefined;

const eventStore = {
  parsePosition: (text: string) => {
    if (!text.startsWith("p")) throw new PositionUnknown("the position is not one of this log");
    return positionOf(text);
  },
};
const progress = {
  waitFor: async (views: readonly ViewName[], position: Position, options: WaitOptions) => {
    asked.push({ views, position, options });
    return visible;
  },
  isLate: () => late,
  untilCurrent: () =>
    new Promise<void>((resolve) => {
      becomeCurrent = () => {
        late = false;
        resolve();
      };
    }),
};

const routeOf = (views: readonly ViewName[]) =>
  routeAt(
    `/${views.length}`,
    showingAtLeast(views, eventStore, progress),
    (_request, response) => void response.json("read"),
  );
const base = await serveRoutes(afterAll, [routeOf([]), routeOf(["catalogue", "facilities"])]);
beforeEach(() => {
  asked = [];
  visible = true;
  late = false;
  becomeCurrent = undefined;
});

const read = (path: string, position?: string) =>
  fetch(`${base}${path}`, { headers: position === undefined ? {} : { "Min-Event-Position": position } });

test("a read waits for exactly the views that it reads", async () => {
  expect((await read("/2", "p1")).status).toBe(200);
  expect(asked).toMatchObject([{ views: ["catalogue", "facilities"], position: "p1", options: { timeoutMs: 5000 } }]);
});

test("a read without a position, or without a view, waits for nothing", async () => {
  expect((await read("/2")).status).toBe(200);
  expect((await read("/0", "p1")).status).toBe(200);
  expect(asked).toEqual([]);
});

test("a read continues when no reader of this process is late any more", async () => {
  late = true;
  let isAnswered = false;
  const answered = read("/2").then((response) => {
    isAnswered = true;
    return response;
  });
  await vi.waitFor(() => expect(becomeCurrent).toBeDefined(), 5_000);
  // If the first request did not wait, it would be answered before a later one.
  expect((await read("/unknown")).status).toBe(404);
  expect(isAnswered).toBe(false);
  becomeCurrent?.();
  expect((await answered).status).toBe(200);
  expect(asked).toEqual([]);
});

test("a position that does not show in time is 503 with Retry-After", async () => {
  visible = false;
  const response = await read("/2", "p1");
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
  expect(await response.json()).toMatchObject({ code: "not-yet-visible" });
});

test.each(["/0", "/2"])("a position of another log is refused by %s", async (path) => {
  const response = await read(path, "other");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "position-unknown" });
});
