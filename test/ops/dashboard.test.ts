import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { dashboardFile, dashboardOf } from "../../cli/dashboard/dashboard.ts";
import { SECTIONS } from "../../cli/dashboard/panels.ts";
import { folderUntil } from "../folder.ts";
import { selectorsOf } from "./expressions.ts";
import { promtool } from "./promtool.ts";
import { type Series, scrape, seriesOf } from "./scrape.ts";
import { unselected } from "./unselected.ts";

/** Grafana's variables, as it fills them. */
const filled = (expression: string) => expression.replaceAll("$__rate_interval", "1m").replaceAll("$job", ".+");

const panels = SECTIONS.flatMap((section) => section.panels);
const lines = panels.flatMap(({ title, lines }) =>
  Object.entries(lines).map(([legend, expression]) => ({ title, legend, expression: filled(expression) })),
);

test("ops/dashboard.json is up to date with the table of metrics: npm run dashboard writes it", () => {
  expect(readFileSync("ops/dashboard.json", "utf8")).toBe(dashboardFile(SECTIONS));
});

test("no two panels lie over each other, or have one id", () => {
  const { panels } = dashboardOf(SECTIONS);
  const cells = panels.flatMap(({ gridPos }) => {
    const { x, y, w, h } = gridPos as Record<"x" | "y" | "w" | "h", number>;
    return Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

describe("in a scrape", () => {
  let series: readonly Series[];
  beforeAll(async () => {
    series = seriesOf(await scrape());
  });

  test.each(lines)("the series that $title selects for $legend exist", ({ expression }) => {
    expect(selectorsOf(expression).length).toBeGreaterThan(0);
    expect(unselected(expression, series, [])).toEqual([]);
  });

  test("every metric of airlog is in the dashboard", () => {
    const shown = new Set(
      lines.flatMap(({ expression }) => selectorsOf(expression).map(({ metric }) => family(metric))),
    );
    const measured = series.map(({ name }) => family(name)).filter((name) => name.startsWith("airlog_"));
    expect(measured.filter((name) => !shown.has(name))).toEqual([]);
  });

  test.each(lines)("the labels in the legend $legend of $title exist in its series", ({ legend, expression }) => {
    const kept = /\bby \(([^)]*)\)/.exec(expression)?.[1]?.split(/, */) ?? ["instance"];
    for (const [, label = ""] of legend.matchAll(/\{\{(\w+)\}\}/g)) expect(kept).toContain(label);
  });
});

test("promtool reads every expression", (context) => {
  const file = join(folderUntil(onTestFinished), "dashboard.yml");
  const rules = lines.map(({ expression }, at) => ({ record: `dashboard:line_${at}:value`, expr: expression }));
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  const { code, output } = promtool(context, ["check", "rules", file]);
  expect(code, output).toBe(0);
});

/** The metric that a series of a histogram belongs to. */
function family(name: string): string {
  return name.replace(/_(bucket|count|sum)$/, "");
}
