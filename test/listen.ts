import { once } from "node:events";
import type { Server } from "node:net";

/** Listens on a free port of the loopback interface; returns `host:port`. */
export async function listenLocally(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return `127.0.0.1:${address.port}`;
}
