import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { ProviderClient } from "./client.ts";
import { DemoNetwork } from "./network.ts";
import { demoSeries, HOUR } from "./observations.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

/** A system whose series all have values until `until`; notes what else is asked of it. */
async function systemWithValuesUntil(until: number) {
  const requests: string[] = [];
  const toTime = new Date(until * 1000).toISOString();
  const series = demoSeries().map(({ station, component }, index) => ({ id: index + 1, station, component, toTime }));
  server = createServer((request, response) => {
    const path = request.url ?? "";
    request.resume();
    request.on("end", () => {
      if (path === "/lookup/timeseries") response.end(JSON.stringify(series));
      else if (path === "/api/auth/token") response.end(JSON.stringify({ access_token: "token", expires_in: 300 }));
      else {
        requests.push(`${request.method} ${path}`);
        response.end(JSON.stringify({ refused: 0 }));
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  const url = `http://127.0.0.1:${address.port}`;
  const client = new ProviderClient(url, { username: "demo", password: "" });
  return { requests, network: new DemoNetwork(client, url, 60) };
}

const lastHour = () => Math.floor(Date.now() / 1000 / HOUR) * HOUR;

test("a network whose values are all there sends none again", async () => {
  const { requests, network } = await systemWithValuesUntil(lastHour());
  await network.fill();
  expect(requests).toEqual([]);
});

test("a network that stood still sends what is missing, in one upload a month", async () => {
  const { requests, network } = await systemWithValuesUntil(lastHour() - 5 * HOUR);
  await network.fill();
  expect(requests).toEqual(["POST /api/provider/observations/add"]);
});
