import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { promtool } from "./promtool.ts";
import { scrape, seriesOf } from "./scrape.ts";

let exposition: string;
beforeAll(async () => {
  exposition = await scrape();
});

test("promtool finds nothing wrong with the metrics", (context) => {
  expect(promtool(context, ["check", "metrics"], exposition)).toEqual({ code: 0, output: "" });
});

test("docs/operations.md names every metric of airlog, and no other", () => {
  const exposed = [...exposition.matchAll(/^# TYPE (airlog_\w+)/gm)].map(([, name]) => name);
  const section = /^## Metrics$([\s\S]*?)^## /m.exec(readFileSync("docs/operations.md", "utf8"))?.[1] ?? "";
  const named = [...section.matchAll(/`(airlog_\w+)`/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(exposed.sort());
});

test("the disk of the data folder has a size, and no more free space than that", () => {
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(exposition)?.[1]);
  expect(value("airlog_disk_size_bytes")).toBeGreaterThan(0);
  expect(value("airlog_disk_free_bytes")).toBeLessThanOrEqual(value("airlog_disk_size_bytes"));
});

test("a scrape's series have their names and labels", () => {
  expect(seriesOf('# HELP a b\na_total 1\nb{le="0.5",path="a \\"b\\" }"} NaN\n')).toEqual([
    { name: "a_total", labels: {} },
    { name: "b", labels: { le: "0.5", path: 'a \\"b\\" }' } },
  ]);
});
