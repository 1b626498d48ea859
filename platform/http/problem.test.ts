import { createServer } from "node:http";
import express from "express";
import { pino } from "pino";
import { expect, test } from "vitest";
import { fitting, Members } from "../../test/answers.ts";
import { listenLocally } from "../../test/listen.ts";
import { EngineFailure, type EngineProblem, EngineUnavailable } from "../errors.ts";
import { failureSender } from "./failure-forms.ts";
import { problem, problemHandler } from "./problem.ts";

class EngineLost extends EngineUnavailable {
  override readonly name: string = "EngineLost";
}

class StatementTooLong extends EngineLost {
  override readonly name = "StatementTooLong";
  override get tellsOfLoss(): boolean {
    return false;
  }
}

class EngineBusy extends EngineFailure {
  override readonly name = "EngineBusy";
  get problem(): EngineProblem {
    return { code: "busy", detail: "Too much at once; try again.", retryAfterSeconds: 7 };
  }
}

class Malformed extends EngineFailure {
  override readonly name = "Malformed";
  get problem(): EngineProblem {
    return { code: "position-unknown", detail: this.message };
  }
}

type Line = Readonly<Record<string, unknown>>;

/** The log lines, at `warn` and above, of requests for this path that fail so. */
async function linesOf(failures: readonly Error[], path = "/broken"): Promise<readonly Line[]> {
  const left = [...failures];
  const lines: Line[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const application = express();
  application.use(() => {
    throw left.shift();
  });
  application.use(problemHandler(log, failureSender([])));
  const server = createServer(application);
  const url = `http://${await listenLocally(server)}${path}`;
  while (left.length > 0) await fetch(url);
  server.close();
  return lines;
}

/** The answer when a route throws this. */
async function answerTo(error: unknown): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const application = express();
  application.get("/broken", () => {
    throw error;
  });
  application.use(problemHandler(pino({ level: "silent" }), failureSender([])));
  const server = createServer(application);
  try {
    const response = await fetch(`http://${await listenLocally(server)}/broken?secret=1`);
    return {
      status: response.status,
      headers: response.headers,
      body: fitting(Members, await response.json()),
    };
  } finally {
    server.close();
  }
}

test.each([
  [new EngineLost("gone"), 503, "engine-unavailable"],
  [new EngineLost("full", { storageFull: true }), 503, "storage-full"],
  [new EngineBusy("too much"), 503, "busy"],
  [new Malformed("not of this log"), 400, "position-unknown"],
  [new URIError("malformed"), 400, "parameter-invalid"],
  [new Error("password=hunter2 at db.internal:5432"), 500, "internal-error"],
] as const)("%s is answered with %i %s", async (error, status, code) => {
  const answer = await answerTo(error);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ status, code, type: `/docs/problems#${code}`, instance: "/broken" });
  expect(answer.headers.get("Content-Type")).toContain("application/problem+json");
  expect(answer.headers.has("Retry-After")).toBe(status === 503);
});

test("an unexpected error reveals nothing internal", async () => {
  const { body } = await answerTo(new Error("password=hunter2 at db.internal:5432"));
  expect(JSON.stringify(body)).not.toMatch(/hunter2|db\.internal|stack/);
});

test("the failure of an engine defines the client's answer, and when to retry", async () => {
  const { headers, body } = await answerTo(new EngineBusy("17 bytes too much"));
  expect(body["detail"]).toBe("Too much at once; try again.");
  expect(headers.get("Retry-After")).toBe("7");
});

test("the first hundred of many errors are listed, with their total", async () => {
  const errors = Array.from({ length: 250 }, (_, index) => ({ path: `/${index}`, message: "is wrong" }));
  const { body } = await answerTo(problem("body-invalid", "Nothing was stored.", { errors }));
  expect(body["errorCount"]).toBe(250);
  expect(body["errors"]).toEqual(errors.slice(0, 100));
});

test("each kind of refusal is logged as one warning, except for lost engines; each unexpected error is logged", async () => {
  const lines = await linesOf([
    ...[new StatementTooLong("slow"), new EngineBusy("17 bytes"), new StatementTooLong("slow again")],
    ...[new EngineBusy("18 bytes"), new EngineLost("gone"), new EngineLost("gone again")],
    ...[new Error("a mistake"), new Error("a mistake")],
  ]);
  expect(lines.map(({ level, reason }) => [level, reason])).toEqual([
    ...[
      [40, "slow"],
      [40, "17 bytes"],
    ],
    ...[
      [50, undefined],
      [50, undefined],
    ],
  ]);
});

test("a line repeats no more of a path than 300 characters", async () => {
  const lines = await linesOf([new Error("a mistake"), new StatementTooLong("slow")], `/${"x".repeat(5_000)}`);
  const path = `/${"x".repeat(299)}`;
  expect(lines).toEqual([expect.objectContaining({ level: 50, path }), expect.objectContaining({ level: 40, path })]);
});
