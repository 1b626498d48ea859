import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { untilReady } from "./ready.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

/** The address of a system that answers with these statuses in turn, and then repeats the last one. */
async function systemAnswering(...statuses: number[]): Promise<string> {
  server = createServer((_, response) => {
    response.statusCode = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 500;
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}

test("a system that is not ready yet is waited for", async () => {
  await expect(untilReady(await systemAnswering(503, 503, 200))).resolves.toBeUndefined();
});

test("a system that never gets ready fails the demonstration, naming where to look", async () => {
  await expect(untilReady(await systemAnswering(503), 300)).rejects.toThrow("/health/ready says why");
});
