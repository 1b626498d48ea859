import { createServer } from "node:http";
import express from "express";
import { pino } from "pino";
import { expect, test } from "vitest";
import { listenLocally } from "../../test/listen.ts";
import { untrustedProxyWarning } from "./untrusted-proxy.ts";

/** What is logged of two requests with these headers, where these proxies are trusted. */
async function linesOf(trusted: readonly string[], headers: Readonly<Record<string, string>>) {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const warn = untrustedProxyWarning(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
  const application = express();
  application.set("trust proxy", trusted.length > 0 ? trusted : false);
  application.use((request, response) => {
    warn(request);
    response.end();
  });
  const server = createServer(application);
  const url = `http://${await listenLocally(server)}`;
  for (let count = 0; count < 2; count++) await (await fetch(url, { headers })).text();
  server.close();
  return lines;
}

const forwarded = { "X-Forwarded-For": "192.0.2.1" };

test.each([[[]], [["10.0.0.0/8"]]])("a proxy that is none of %j is warned of, once", async (trusted) => {
  expect(await linesOf(trusted, forwarded)).toEqual([
    expect.objectContaining({ level: 40, peer: "127.0.0.1", msg: expect.stringContaining("AIRLOG_TRUSTED_PROXIES") }),
  ]);
});

test("neither a proxy that is trusted nor a client that names nobody is warned of", async () => {
  expect(await linesOf(["127.0.0.1"], forwarded)).toEqual([]);
  expect(await linesOf([], {})).toEqual([]);
});
