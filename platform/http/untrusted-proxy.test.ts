import { createServer } from "node:http";
import { pino } from "pino";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { listenLocally } from "../../test/listen.ts";
import { readConfig } from "../config.ts";
import { createApplication } from "./application.ts";

/** The warnings for two requests with these headers, with these proxies trusted. */
async function warningsOf(trusted: string, headers: Readonly<Record<string, string>>) {
  const warnings: Readonly<Record<string, unknown>>[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const config = readConfig({ AIRLOG_TRUSTED_PROXIES: trusted });
  const server = createServer(createApplication({ config, log, metrics: new Registry(), routes: [] }));
  const url = `http://${await listenLocally(server)}`;
  for (let count = 0; count < 2; count++) await (await fetch(url, { headers })).text();
  server.close();
  return warnings;
}

const forwarded = { "X-Forwarded-For": "192.0.2.1" };

test.each(["", "10.0.0.0/8"])("a proxy that is not in '%s' causes one warning", async (trusted) => {
  expect(await warningsOf(trusted, forwarded)).toEqual([
    expect.objectContaining({ peer: "127.0.0.1", msg: expect.stringContaining("AIRLOG_TRUSTED_PROXIES") }),
  ]);
});

test("there is no warning for a trusted proxy or for a client that names nobody", async () => {
  expect(await warningsOf("127.0.0.1", forwarded)).toEqual([]);
  expect(await warningsOf("", {})).toEqual([]);
});
