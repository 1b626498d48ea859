import { once } from "node:events";
import { connect, type Socket } from "node:net";
import express, { type Response } from "express";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAX_PIPELINED } from "./pipelining.ts";
import { listen, type RunningServer } from "./server.ts";

let server: RunningServer;
let running: Response[];
let begun: number;
let client: Socket;
let answers: string;

beforeEach(async () => {
  [running, begun, answers] = [[], 0, ""];
  const application = express();
  application.get("/held/:name", (_request, response) => {
    begun++;
    running.push(response);
  });
  application.get("/at-once/:name", (request, response) => {
    begun++;
    response.send(`<${request.params.name}>`);
  });
  server = await listen(application, "127.0.0.1", 0);
  const { hostname, port } = new URL(server.url);
  client = connect(Number(port), hostname);
  client.on("data", (data) => {
    answers += data;
  });
});
afterEach(async () => {
  client.destroy();
  await server.close(0);
});

const send = (...paths: string[]) =>
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
const untilAnswered = (name: string) => expect.poll(() => answers).toContain(`<${name}>`);

test("requests that arrive together are begun one after another, and answered in order", async () => {
  send("/held/a", "/held/b", "/at-once/c");
  for (const name of ["a", "b"]) {
    await expect.poll(() => running.length).toBe(1);
    running.pop()?.send(`<${name}>`);
    await untilAnswered(name);
  }
  await untilAnswered("c");
  expect(answers.match(/<\w>/g)).toEqual(["<a>", "<b>", "<c>"]);
});

test("the maximum number of waiting requests are all answered", async () => {
  send(...Array.from({ length: MAX_PIPELINED + 1 }, (_, number) => `/at-once/${number}`));
  await untilAnswered(String(MAX_PIPELINED));
});

test("a connection with more of them is cut, and no more of them are begun", async () => {
  send("/held/a", ...Array.from({ length: 1_000 }, (_, number) => `/at-once/${number}`));
  await once(client, "close");
  expect(begun).toBe(1);
  expect(answers).toBe("");
});
