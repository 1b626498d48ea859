import { connect, type Socket } from "node:net";

const CONNECTIONS = 8;
const SECONDS = 4;

/** One request after the other on each connection, as bytes: so the client takes little of the machine. */
export async function requestsPerSecond(
  url: URL,
  path: string,
  status: number,
  headers: Record<string, string>,
): Promise<number> {
  const lines = Object.entries({ Host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const expected = Buffer.from(`HTTP/1.1 ${status}`);
  const until = performance.now() + SECONDS * 1000;
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => hammer(url, request, expected, until)));
  return counts.reduce((sum, count) => sum + count, 0) / SECONDS;
}

function hammer(url: URL, request: Buffer, expected: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let received = Buffer.alloc(0);
    const socket: Socket = connect(Number(url.port), url.hostname, () => socket.write(request));
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (!isComplete(received)) return;
      if (!received.subarray(0, expected.length).equals(expected)) {
        reject(new Error(`answered ${received.subarray(0, 60).toString()}`));
        socket.destroy();
        return;
      }
      received = Buffer.alloc(0);
      count += 1;
      if (performance.now() < until) socket.write(request);
      else {
        socket.end();
        resolve(count);
      }
    });
  });
}

function isComplete(answer: Buffer): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(answer.subarray(0, end).toString("latin1"))?.[1] ?? "0";
  return answer.length >= end + 4 + Number(length);
}
