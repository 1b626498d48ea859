import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, type TestContext, test, vi } from "vitest";
import { LIMITS } from "../../platform/admission/limits.ts";
import { folderUntil } from "../folder.ts";
import { freePort, listenLocally } from "../listen.ts";

const FILES = ["deploy/gateway.conf", "ops/nginx-tls.conf"];

const EVENT = "id: 1\nevent: checkpoint\ndata: {}\n\n";

/** The location of the feed of changes. */
function feedLocation(file: string): string {
  const [, body = ""] =
    /^ {4}location ~\* \^\/api\/changes\/\?\$ \{\n(.*?)^ {4}\}/ms.exec(readFileSync(file, "utf8")) ?? [];
  return body;
}

describe.each(FILES)("changes through %s", (file) => {
  test("are neither buffered, stored nor compressed, over HTTP/1.1", () => {
    for (const each of ["proxy_buffering off;", "proxy_cache off;", "gzip off;"])
      expect(feedLocation(file)).toContain(`        ${each}\n`);
    expect(readFileSync(file, "utf8")).toContain("    proxy_http_version 1.1;\n");
  });

  test("may pause longer than checkpoints are apart, and than a page may wait", () => {
    const seconds = Number(/proxy_read_timeout (\d+)s;/.exec(feedLocation(file))?.[1]);
    const stream = readFileSync("services/query/changes/stream.ts", "utf8");
    const routes = readFileSync("contracts/routes/changes.ts", "utf8");
    const checkpointMs = Number(/CHECKPOINT_INTERVAL_MS = ([\d_]+)/.exec(stream)?.[1]?.replaceAll("_", ""));
    const waitSeconds = Number(/MAX_WAIT_SECONDS = (\d+)/.exec(routes)?.[1]);
    expect(seconds).toBeGreaterThan(2 * (checkpointMs / 1_000));
    expect(seconds).toBeGreaterThan(waitSeconds + 10);
  });

  test("have as many connections as one client may have streams, and more", () => {
    const [, connections] = /^ {4}limit_conn \w+ (\d+);$/m.exec(readFileSync(file, "utf8")) ?? [];
    expect(Number(connections)).toBeGreaterThan(LIMITS.changeStreams.perClient);
  });

  test("come as they happen", async (context) => {
    const service = await startService();
    const nginx = await startNginx(context, file, service.address);
    const stream = await open(nginx.url);
    expect(stream.headers["content-encoding"]).toBeUndefined();
    for (const count of [1, 2, 3]) {
      service.answers[0]?.write(EVENT);
      await vi.waitFor(() => expect(stream.text()).toBe(EVENT.repeat(count)));
    }
    service.answers[0]?.end();
    await stream.ended;
    expect(stream.text()).toBe(EVENT.repeat(3));
  });

  test("are not asked for again when a service ends in the middle: the reader is told at once", async (context) => {
    const service = await startService();
    const nginx = await startNginx(context, file, service.address);
    const stream = await open(nginx.url);
    service.answers[0]?.write(EVENT);
    await vi.waitFor(() => expect(stream.text()).toBe(EVENT));
    service.answers[0]?.destroy();
    await stream.ended;
    expect(stream.text()).toBe(EVENT);
    expect(service.answers).toHaveLength(1);
  });

  test("of a reader that leaves end at the service, too", async (context) => {
    const service = await startService();
    const nginx = await startNginx(context, file, service.address);
    const stream = await open(nginx.url);
    const left = once(service.answers[0] ?? expect.unreachable(), "close");
    stream.leave();
    await left;
  });
});

/** A service whose streams the test writes. */
async function startService() {
  const answers: ServerResponse[] = [];
  const server = createServer((_, answer) => {
    answers.push(answer.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" }));
    answer.flushHeaders();
  });
  const address = await listenLocally(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address, answers };
}

/** Opens a stream as browsers do, which accept compression. */
async function open(url: string) {
  const headers = { Accept: "text/event-stream", "Accept-Encoding": "gzip, br" };
  const asked = request(`${url}/api/changes`, { headers, agent: false }).end();
  const [answer] = await once(asked, "response");
  let text = "";
  answer.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  // An answer that is cut short is closed after an error.
  answer.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => answer.once("close", resolve));
  return { headers: answer.headers, text: () => text, ended, leave: () => asked.destroy() };
}

/** nginx with the file, in front of the service. Skips the test if the PATH lacks nginx, and prints why. */
async function startNginx(context: TestContext, file: string, service: string) {
  if (spawnSync("nginx", ["-v"]).error) {
    process.stderr.write(`skipped: ${context.task.name}, ${file} (nginx is not on the PATH)\n`);
    context.skip("nginx is not on the PATH");
  }
  const folder = folderUntil(onTestFinished);
  const port = await freePort();
  mkdirSync(join(folder, "temp"));
  writeFileSync(join(folder, "server.conf"), here(readFileSync(file, "utf8"), port, service));
  writeFileSync(join(folder, "nginx.conf"), mainFile(folder));
  const words = ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
  const child = spawn("nginx", words, { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (piece: Buffer) => {
    errors += piece.toString();
  });
  onTestFinished(() => stop(child));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`${url}/metrics`);
      expect(status, errors).toBe(404);
    },
    { timeout: 10_000, interval: 50 },
  );
  return { url };
}

/** The file with addresses of the test, and without TLS. */
function here(text: string, port: number, service: string): string {
  return text
    .replace(/^ {4}listen 443 .*$/m, `    listen 127.0.0.1:${port};`)
    .replace(/^ {4}listen 8080;$/m, `    listen 127.0.0.1:${port};`)
    .replace(/^server \{\n {4}listen 80;.*?^\}/ms, "")
    .replaceAll(/^ {4}(?:listen \[|ssl_).*$/gm, "")
    .replaceAll(/\b(?:command|query):8080;/g, `${service};`)
    .replace("server 127.0.0.1:8080;", `server ${service};`);
}

/** Compresses whatever it may, as some distributions' own files do. */
const mainFile = (folder: string): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  gzip on;
  gzip_min_length 1;
  gzip_proxied any;
  gzip_types text/event-stream;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/temp/${name};`).join("\n  ")}
  include ${folder}/server.conf;
}
`;

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
