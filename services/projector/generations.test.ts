import { expect, test } from "vitest";
import type { RegisteredBuild } from "../../platform/views/registry.ts";
import { positionOf } from "../../test/position.ts";
import { wantedBuilds } from "./builders.ts";
import { oldBuilds } from "./old-builds.ts";
import { generationToMake } from "./replay.ts";

const build = (version: number, generation: number, more: Partial<RegisteredBuild> = {}): RegisteredBuild => ({
  ...{ name: "catalogue", version, generation, position: positionOf("p"), state: "live", complete: true },
  ...{ error: null, readers: 0, served: 100, unused: 0, unmoved: 0, ...more },
});
const begun = { complete: false } as const;

test.each([
  ["the next, where there is none", [], [7]],
  ["the one that was begun", [build(1, 1, begun)], [1]],
  ["the complete one, and none that is made beside it", [build(1, 1), build(1, 2, begun)], [1]],
  ["the newest complete one", [build(1, 1), build(1, 2)], [2]],
  ["an older one too while it is read", [build(1, 1, { readers: 1 }), build(1, 2)], [1, 2]],
])("a projector feeds %s", (_, builds, generations) => {
  expect(wantedBuilds(builds, 7)).toEqual(generations);
});

test.each([
  ["the next, where there is none", [], false, 7],
  ["the one that was begun", [build(1, 3, begun)], false, 3],
  ["nothing where the newest is complete", [build(1, 1), build(1, 2)], false, undefined],
  ["the one that was begun beside a complete one", [build(1, 1), build(1, 2, begun)], false, 2],
  ["no second one beside that", [build(1, 1), build(1, 2, begun)], true, 2],
  ["the next beside a complete one", [build(1, 1), build(1, 2)], true, 7],
])("a replay makes %s", (_, builds, again, generation) => {
  expect(generationToMake(builds, again, 7)).toBe(generation);
});

test("builds are dropped that are older than the served one, unread, and unused for the grace time", () => {
  const builds = [
    build(1, 1, { unused: 100 }),
    build(2, 1, { unused: 100, readers: 1 }),
    build(2, 2, { unused: 9 }),
    build(2, 3, { unused: 100, ...begun }),
    build(2, 4, { unused: 100 }),
    build(3, 1, { unused: 100 }),
    { ...build(1, 1, { unused: 100 }), name: "stations" },
  ];
  const dropped = oldBuilds({ name: "catalogue", version: 2 }, builds, 10);
  expect(dropped.map(({ version, generation }) => [version, generation])).toEqual([
    [1, 1],
    [2, 3],
  ]);
  expect(oldBuilds({ name: "catalogue", version: 4 }, builds, 10)).toEqual([]);
  const justServed = [build(1, 1, { unused: 100 }), build(2, 1, { served: 5 })];
  expect(oldBuilds({ name: "catalogue", version: 2 }, justServed, 10)).toEqual([]);
});
