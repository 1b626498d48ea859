import { expect, test } from "vitest";
import { readUvGrid } from "../../services/command/uv/read-grid.ts";
import { demoUvGrid } from "./uv.ts";

function read(now: string) {
  const grid = readUvGrid(Buffer.from(JSON.stringify(demoUvGrid(new Date(now)))), now);
  return grid.outcome === "grid" ? { issued: grid.issued, content: grid.content } : grid;
}

test("the demonstration's forecast is taken by the service", () => {
  expect(read("2026-02-28T15:00:00Z")).toMatchObject({ issued: "2026-02-28T00:00:00Z" });
});

test("it is the same all day, so that sending it again changes nothing", () => {
  expect(read("2026-10-01T00:00:00Z")).toEqual(read("2026-10-01T23:59:59Z"));
});
