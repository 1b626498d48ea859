import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseEngines } from "../end-to-end/engines.ts";
import { record } from "../end-to-end/samples.ts";
import { childProcessesOf } from "../search-process/child-processes.ts";
import { type WholeSystem, wholeSystemUntil } from "../search-process/whole-system.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "a system that searches by Elasticsearch", (url) => {
  let system: WholeSystem;
  beforeAll(async () => {
    chooseEngines(elasticsearchAt(url));
    system = await wholeSystemUntil(afterAll);
  });

  test("starts no process of the embedded engine", async () => {
    const added = await system
      .as("provider")
      .post("/api/provider/metadata/add", [record("found")], { headers: { Prefer: "wait=60" } });
    expect(added.headers.get("Preference-Applied")).toBe("wait");
    expect((await system.reader.search({})).pids).toEqual(["found"]);
    expect(await childProcessesOf(system.pid)).toEqual([]);
    expect(await system.searchHealth()).not.toHaveProperty("pid");
    expect((await system.reader.get("/metrics")).text).not.toContain("airlog_search_process");
  });
});
