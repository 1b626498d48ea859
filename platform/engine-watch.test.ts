import { pino } from "pino";
import { Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { EngineWatch } from "./engine-watch.ts";

const SECOND = 1_000;
let now: number;
let lines: { level: number; msg: string; reason?: string; seconds?: number }[];
let metrics: Registry;
let watch: EngineWatch;
beforeEach(() => {
  now = 0;
  lines = [];
  metrics = new Registry();
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  watch = new EngineWatch("kafka", log, metrics, () => now);
});

const LOST = { level: 40, msg: "Kafka is lost: what needs it waits or is refused", engine: "kafka" };
const BACK = { level: 30, msg: "Kafka is back" };
const gone = new Error("gone");

function fail(times: number): void {
  for (let time = 0; time < times; time++) watch.failed(gone);
}

async function counted(): Promise<string> {
  return metrics.metrics();
}

test("a loss is one warning, with the first reason, and all failed calls are counted", async () => {
  watch.failed(new Error("connection refused"));
  fail(87);
  expect(lines).toMatchObject([{ ...LOST, reason: "connection refused" }]);
  expect(await counted()).toContain('airlog_engine_errors_total{engine="kafka"} 88');
});

test("failures that are retried are not counted", async () => {
  watch.retried(gone);
  expect(lines).toMatchObject([LOST]);
  expect(await counted()).toContain('airlog_engine_errors_total{engine="kafka"} 0');
});

test("a loss that lasts is one warning a minute", () => {
  for (; now <= 150 * SECOND; now += 100) fail(1);
  expect(lines).toMatchObject([LOST, LOST, LOST]);
});

test("its end is logged once, however many calls are answered, and the next loss is a warning at once", () => {
  fail(5);
  now = 30 * SECOND;
  fail(1);
  now += 2 * SECOND;
  watch.answered();
  watch.answered();
  expect(lines).toMatchObject([LOST, { ...BACK, seconds: 32 }]);
  now += 15 * SECOND;
  fail(3);
  expect(lines).toMatchObject([LOST, BACK, LOST]);
});

test("answers to calls begun before the loss do not end it", () => {
  fail(1);
  watch.answered();
  now += 200;
  watch.answered();
  fail(1);
  expect(lines).toMatchObject([LOST]);
});

test("an engine that goes on failing some calls is not back", () => {
  for (; now < 119 * SECOND; now += 3 * SECOND) {
    fail(1);
    watch.answered();
    now += 2 * SECOND;
    watch.answered();
  }
  expect(lines).toMatchObject([LOST, BACK, LOST, LOST]);
});

test("it is back when each user that keeps trying has had an answer", () => {
  const [one, two, three] = ["one", "two", "three"];
  for (const user of [one, two, three]) watch.failed(gone, user);
  now += 10 * SECOND;
  watch.answered(one);
  watch.answered(one);
  expect(lines).toMatchObject([LOST]);
  watch.forget(three);
  watch.answered(two);
  expect(lines).toMatchObject([LOST, BACK]);
});

test("nothing is logged while it works", () => {
  watch.answered();
  expect(lines).toEqual([]);
});
