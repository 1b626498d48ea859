import { expect, onTestFinished, test, vi } from "vitest";
import { readUvGrid } from "../../services/command/uv/read-grid.ts";
import { ProviderClient } from "./client.ts";
import { demoUvGrid, sendUvGrid } from "./uv.ts";

function read(now: string) {
  const grid = readUvGrid(Buffer.from(JSON.stringify(demoUvGrid(new Date(now)))), now);
  return grid.outcome === "grid" ? { issued: grid.issued, content: grid.content } : grid;
}

test("the demonstration's forecast is accepted by the service", () => {
  expect(read("2026-02-28T15:00:00Z")).toMatchObject({ issued: "2026-02-28T00:00:00Z" });
});

test("the demonstration's forecast is the same all day, so that sending it again changes nothing", () => {
  expect(read("2026-10-01T00:00:00Z")).toEqual(read("2026-10-01T23:59:59Z"));
});

test.each([
  ["2026-10-01T00:00:00Z", 0],
  ["2026-10-01T12:00:00Z", 0],
  ["2026-09-30T00:00:00Z", 1],
  [null, 1],
])("where the forecast of %s is served, that of 1 October is sent %d times", async (issued, times) => {
  let sent = 0;
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.endsWith("/api/auth/token")) return Response.json({ access_token: "token", expires_in: 300 });
    if (address.endsWith("/uv/forecast/0/0")) return Response.json({ forecasts: [{ issued }] });
    sent++;
    return new Response();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = new ProviderClient("http://demo", { username: "demo", password: "" });
  await sendUvGrid(client, "http://demo", new Date("2026-10-01T15:00:00Z"));
  expect(sent).toBe(times);
});
