import { once } from "node:events";
import { request } from "node:http";
import type { Response } from "express";
import { pino } from "pino";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { routeAt } from "../../test/serve-routes.ts";
import { readConfig } from "../config.ts";
import { createApplication } from "./application.ts";
import { listen } from "./server.ts";

test.each([
  ["before its answer begins counts as 499", 499],
  ["in the middle of its answer keeps the answer's status", 200],
])("a request whose client leaves %s", async (_, status) => {
  const metrics = new Registry();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  let reach: (response: Response) => void = () => undefined;
  const reached = new Promise<Response>((resolve) => {
    reach = resolve;
  });
  const routes = [routeAt("/slow", (_request, response) => reach(response))];
  const server = await listen(createApplication({ config: readConfig({}), log, metrics, routes }), "127.0.0.1", 0);
  onTestFinished(() => server.close(0));
  const sending = request(`${server.url}/slow`).on("error", () => undefined);
  sending.end();
  const response = await reached;
  if (status === 200) {
    response.write("begun");
    await once(sending, "response");
  }
  sending.destroy();
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "request", route: "/slow", status, cut: true });
  const counted = /^airlog_http_request_duration_seconds_count\{method="GET",route="\/slow",status="(\d+)"\} 1$/m;
  expect(counted.exec(await metrics.metrics())?.[1]).toBe(String(status));
});

test("a path with percent-encoded letters counts as its route", async () => {
  const metrics = new Registry();
  const routes = [routeAt("/slow", (_request, response) => void response.end())];
  const parts = { config: readConfig({}), log: pino({ level: "silent" }), metrics, routes };
  const server = await listen(createApplication(parts), "127.0.0.1", 0);
  onTestFinished(() => server.close(0));
  await (await fetch(`${server.url}/%73l%6Fw`)).text();
  await expect.poll(() => metrics.metrics()).toContain('_count{method="GET",route="/slow",status="200"} 1');
});

test("a failure that cannot be sent shows nothing of the code", async () => {
  const onConsole = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => onConsole.mockRestore());
  const sendFailurePage = () => {
    throw new Error("no page");
  };
  const { declaration, handlers } = routeAt("/page", () => {
    throw new Error("no answer");
  });
  const routes = [{ declaration: { ...declaration, failures: "page" as const }, handlers }];
  const parts = { config: readConfig({}), log: pino({ level: "silent" }), metrics: new Registry(), routes };
  const server = await listen(createApplication({ ...parts, sendFailurePage }), "127.0.0.1", 0);
  onTestFinished(() => server.close(0));
  const answer = await fetch(`${server.url}/page`, { headers: { Accept: "text/html" } });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toMatch(/no page|\.ts|node_modules/);
});
