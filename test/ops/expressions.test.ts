import { expect, test } from "vitest";
import { selectorsOf } from "./expressions.ts";
import { unselected } from "./unselected.ts";

test.each([
  ["up", ["up"]],
  ["sum by (job, le) (rate(a_bucket[5m])) / on (job) group_left (b) job:c:rate5m", ["a_bucket", "job:c:rate5m"]],
  ["a > 0 unless on (view) increase(b[1h]) > 1e3 and c offset 5m", ["a", "b", "c"]],
  ["histogram_quantile(0.99, sum without (d) (a))", ["a"]],
  ['label_replace(a, "b", "c", "", "")', ["a"]],
])("the metrics of %s are %j", (expression, metrics) => {
  expect(selectorsOf(expression).map(({ metric }) => metric)).toEqual(metrics);
});

test("a selector has its matchers", () => {
  expect(selectorsOf('rate(a{b="c",d=~"}5..|e",f!="g"}[5m]) > 1')).toEqual([
    {
      metric: "a",
      matchers: [
        { label: "b", operator: "=", value: "c" },
        { label: "d", operator: "=~", value: "}5..|e" },
        { label: "f", operator: "!=", value: "g" },
      ],
    },
  ]);
});

test("a metric, a label or a value that no series has is reported", () => {
  const series = [{ name: "a", labels: { state: "live" } }];
  expect(unselected('a{state="live",job="x"} + up + job:a:sum', series, ["job:a:sum"])).toEqual([]);
  expect(unselected("b", series, [])).toEqual(["b"]);
  expect(unselected('a{status=~"5.."}', series, [])).toEqual(["a"]);
  expect(unselected('a{state="stopped"}', series, [])).toEqual(["a"]);
});
