import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Listens on a free port of the loopback interface; returns `host:port`. */
export async function listenLocally(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return `127.0.0.1:${address.port}`;
}

/** A port of the loopback interface that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const address = await listenLocally(server);
  server.close();
  await once(server, "close");
  return Number(address.split(":")[1]);
}
