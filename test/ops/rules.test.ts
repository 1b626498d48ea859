import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { folderUntil } from "../folder.ts";
import { ALERT_CASES, ruleTest } from "./alert-cases.ts";
import { selectorsOf } from "./expressions.ts";
import { promtool } from "./promtool.ts";
import { scrape, seriesOf } from "./scrape.ts";
import { unselected } from "./unselected.ts";

const RULES = "ops/rules.yml";

const Alert = z.strictObject({
  alert: z.string().regex(/^Airlog[A-Z]/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["warning", "critical"]) }),
  annotations: z.strictObject({
    summary: z.string(),
    description: z.string(),
    action: z.string(),
    runbook: z.string(),
  }),
});
const Recorded = z.strictObject({ record: z.string(), expr: z.string() });
const Rules = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(z.union([Alert, Recorded])) })) });

const rules = Rules.parse(parse(readFileSync(RULES, "utf8"))).groups.flatMap((group) => group.rules);
const alerts = rules.filter((rule) => "alert" in rule);
const recorded = rules.filter((rule) => "record" in rule).map(({ record }) => record);

test("promtool finds nothing wrong with the rules", (context) => {
  const { code, output } = promtool(context, ["check", "rules", RULES]);
  expect(code, output).toBe(0);
});

test.for(alerts.map(({ alert }) => alert))("%s fires when it should, and not before", (alert, context) => {
  const example = ALERT_CASES[alert] ?? expect.unreachable();
  const file = join(folderUntil(onTestFinished), "case.yml");
  writeFileSync(file, ruleTest(alert, example, resolve(RULES)));
  const { code, output } = promtool(context, ["test", "rules", file]);
  expect(code, output).toBe(0);
});

describe("the series that the rules select exist", () => {
  let exposition: string;
  beforeAll(async () => {
    exposition = await scrape();
  });

  test.each(rules.map((rule) => ["alert" in rule ? rule.alert : rule.record, rule.expr]))("in %s", (_, expression) => {
    expect(selectorsOf(expression).length).toBeGreaterThan(0);
    expect(unselected(expression, seriesOf(exposition), recorded)).toEqual([]);
  });
});

test("each alert leads to a heading of the documentation", () => {
  for (const { annotations } of alerts) {
    const [page = "", anchor] = annotations.runbook.split("#");
    const headings = [...readFileSync(page, "utf8").matchAll(/^#{2,} (.+)$/gm)];
    const anchors = headings.map(([, heading = ""]) => heading.toLowerCase().replaceAll(" ", "-"));
    expect(anchors).toContain(anchor);
  }
});
