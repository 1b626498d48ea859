import type { RequestHandler } from "express";
import { Gauge, Registry } from "prom-client";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { serveRoutes } from "../../test/serve-routes.ts";
import { healthRoutes } from "./health-routes.ts";
import { serve } from "./route.ts";

const metrics = new Registry();
let scrapes = 0;
let goOn = (): void => undefined;
const held = new Promise<void>((resolve) => {
  goOn = resolve;
});
new Gauge({
  name: "scrapes",
  help: "Number of scrapes",
  registers: [metrics],
  async collect() {
    this.set(++scrapes);
    await held;
  },
});

let checks = 0;
const health = async () => {
  checks++;
  await held;
  return {};
};

let requests = 0;
const count: RequestHandler = (_request, _response, next) => {
  requests++;
  next();
};
const routes = healthRoutes(metrics, health).map(({ declaration, handlers }) => {
  return serve(declaration, count, ...handlers);
});
const base = await serveRoutes(afterAll, routes);

test("concurrent requests for metrics and health share one answer, and the next gets a new one", async () => {
  const scraped = async () => (await fetch(`${base}/metrics`)).text();
  const checked = async () => (await fetch(`${base}/health/ready`)).json();
  const scrapesTogether = [scraped(), scraped(), scraped()];
  const checksTogether = [checked(), checked(), checked()];
  await expect.poll(() => requests).toBe(6);
  goOn();
  for (const text of await Promise.all(scrapesTogether)) expect(text).toContain("scrapes 1");
  for (const answer of await Promise.all(checksTogether)) expect(answer).toEqual({ status: "up", components: {} });
  expect(checks).toBe(1);
  expect(await scraped()).toContain("scrapes 2");
  await checked();
  expect(checks).toBe(2);
});

test("a check that takes too long is down, and no other one is begun before it ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const hanging = vi.fn(() => new Promise<never>(() => undefined));
  const url = await serveRoutes(onTestFinished, healthRoutes(new Registry(), hanging));
  for (let request = 0; request < 2; request++) {
    let answer: Response | undefined;
    const asked = fetch(`${url}/health/ready`).then((response) => {
      answer = response;
    });
    await vi.waitFor(() => {
      vi.advanceTimersByTime(2_000);
      expect(answer).toMatchObject({ status: 503 });
    }, 10_000);
    await asked;
    expect(await answer?.json()).toMatchObject({ status: "down" });
  }
  expect(hanging).toHaveBeenCalledOnce();
});
