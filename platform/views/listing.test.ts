import { expect, test } from "vitest";
import { positionOf } from "../../test/position.ts";
import { isReplaced, stateOf } from "./listing.ts";
import type { RegisteredBuild } from "./registry.ts";

const build = (generation: number, changes: Partial<RegisteredBuild> = {}): RegisteredBuild => ({
  ...{ name: "facilities", version: 1, generation, position: positionOf("1"), state: "live", complete: true },
  ...{ error: null, readers: 0, served: null, unused: 100, unmoved: 100 },
  ...changes,
});

const views = [{ name: "facilities", version: 1 }];
const unfinished = { state: "building", complete: false } as const;

test("builds before the newest complete one are replaced, also those that stopped or were left unfinished", () => {
  const builds = [build(1), build(2, { ...unfinished, state: "stopped" }), build(3, unfinished), build(4)];
  expect(builds.map((each) => isReplaced(each, builds, views))).toEqual([true, true, true, false]);
});

test("a build that is read, that is being filled or that nothing has taken the place of is not replaced", () => {
  const builds = [build(1, { readers: 1 }), build(2, { ...unfinished, unmoved: 1 }), build(3), build(4, unfinished)];
  expect(builds.map((each) => isReplaced(each, builds, views))).toEqual([false, false, false, false]);
  expect(isReplaced(build(1, unfinished), [build(1, unfinished)], views)).toBe(false);
});

test("after a return to the release before, its builds are not old, nor are those of the later version", () => {
  const builds = [build(1), build(2), build(1, { version: 2 }), build(2, { version: 2 })];
  expect(builds.map((each) => isReplaced(each, builds, views))).toEqual([true, false, false, false]);
  expect(builds.map((each) => stateOf(each, builds, views))).toEqual(["old", "complete", "complete", "complete"]);
  const newer = [{ name: "facilities", version: 3 }];
  expect(builds.map((each) => isReplaced(each, builds, newer))).toEqual([false, false, false, false]);
});
