import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the README shows the example as it is, and the example runs", async () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const source = readFileSync(new URL("example.ts", import.meta.url), "utf8");
  expect(readme).toContain(`\`\`\`ts\n${source}\`\`\``);
  const { answer } = await import("./example.ts");
  expect(answer.hits.hits.map(({ _id }: { _id: string }) => _id)).toEqual(["jfj", "zsf"]);
  expect(answer.aggregations.countries.buckets).toEqual([
    { key: "CH", doc_count: 1 },
    { key: "DE", doc_count: 1 },
  ]);
});
