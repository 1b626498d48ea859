import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slugOf } from "../../contracts/slug.ts";
import { runCompiled, startCompiled } from "../compiled-command.ts";
import { folderUntil } from "../folder.ts";
import { filesIn } from "../kept-folder.ts";
import { manglerud, nitrogenDioxide } from "./network-samples.ts";
import { facility, record } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
}, 120_000);
afterAll(() => system.close());

const json = (text: string | undefined): unknown => JSON.parse(text ?? "null");

test("a folder that is followed into ends equal to the catalogue, deletions and all", async () => {
  const folder = join(folderUntil(afterAll), "kept");
  const [provider, registrar, network] = [system.as("provider"), system.as("registrar"), system.as("network")];
  await registrar.post("/api/provider/facilities/add", facility("kept-1"));
  await registrar.post("/api/provider/facilities/add", facility("kept-2"));
  const pids = Array.from({ length: 1_200 }, (_, index) => `kept/${index}`);
  await provider.post(
    "/api/provider/metadata/add",
    pids.map((pid) => record(pid, { facility: { identifier: "kept-1" } })),
  );
  const { child, ended } = startCompiled("follow", [system.queryUrl, "--to", folder], { PATH: "" });
  const { id: stationId } = (await network.post("/api/provider/stations/add", manglerud())).json<{ id: number }>();
  const series = await system.as("instruments").post("/api/provider/timeseries/add", nitrogenDioxide(stationId));
  const { id: seriesId } = series.json<{ id: number }>();
  await vi.waitUntil(() => existsSync(join(folder, `timeseries/${seriesId}.json`)), 60_000);
  child.kill("SIGKILL");
  await ended;

  const renamed = facility("kept-1", { name: "renamed" });
  await registrar.post("/api/provider/facilities/update", renamed);
  await registrar.delete("/api/provider/facilities/kept-2");
  await provider.post("/api/provider/metadata/delete", pids.slice(0, 100));
  await system.as("instruments").delete(`/api/provider/timeseries/${seriesId}`);

  const { code, words } = await runCompiled("follow", [system.queryUrl, "--to", folder, "--once"], { PATH: "" });
  expect(code, words).toBe(0);
  const files = filesIn(folder);
  const left = pids.slice(100);
  expect(Object.keys(files).toSorted()).toEqual(
    [
      ...left.map((pid) => `records/${slugOf(pid)}.json`),
      `facilities/${slugOf("kept-1")}.json`,
      `stations/${stationId}.json`,
    ].toSorted(),
  );
  expect(json(files[`facilities/${slugOf("kept-1")}.json`])).toEqual(renamed);
  const { description, ...given } = manglerud();
  expect(description).toBeNull();
  expect(json(files[`stations/${stationId}.json`])).toEqual({ id: stationId, ...given });
  for (const pid of [left[0], left.at(-1)]) {
    const served = await system.reader.get(`/api/metadata/record?pid=${pid}`);
    expect(files[`records/${slugOf(pid ?? "")}.json`]).toBe(served.text);
  }
  for (const pid of left) {
    expect(json(files[`records/${slugOf(pid)}.json`])).toMatchObject({
      identification: { identifier: { pid } },
      facility: { name: "renamed" },
    });
  }
}, 120_000);
