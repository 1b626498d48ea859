import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Forwards requests to the node at the given URL and does nothing else; prints the URL it listens on. */
const [node = ""] = process.argv.slice(2);
const { hostname: host, port } = new URL(node);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const server = createServer((received, response) => {
  const { method, url: path, headers } = received;
  const sent = request({ agent, host, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  received.pipe(sent);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
