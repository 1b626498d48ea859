import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { folderUntil } from "../folder.ts";
import { listenLocally } from "../listen.ts";
import { environmentHere, readComposeFile } from "./compose-file.ts";

const folder = folderUntil(afterAll);
const bin = join(folder, "bin");
mkdirSync(bin);
// Passwords with characters that curl's configuration, JSON and a shell each interpret.
const SUPERUSER = 'a "b" \\c $d';
const PASSWORD = 'e\\"f #g';
mkdirSync(join(folder, "secrets"));
writeFileSync(join(folder, "secrets", "elastic-password"), `${SUPERUSER}\n`);
writeFileSync(join(folder, "secrets", "elasticsearch-password"), `${PASSWORD}\n`);
const compose = readComposeFile({ EVENTSTORE_URL: "" });
const { elasticsearch, "elasticsearch-user": setup } = compose.services;

interface Asked {
  readonly path: string;
  readonly user: string;
  readonly body: unknown;
}

/** Requests that a program sends to Elasticsearch; its curl records its arguments. */
async function asking(run: (address: string, env: NodeJS.ProcessEnv) => Promise<unknown>) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const user = Buffer.from(request.headers.authorization?.slice("Basic ".length) ?? "", "base64").toString();
    const body = await text(request);
    asked.push({ path: request.url ?? "", user, body: body === "" ? undefined : JSON.parse(body) });
    response.end("{}");
  });
  const address = await listenLocally(server);
  const { PATH = "" } = process.env;
  // Not echo, which may take a password's backslash for the beginning of an escape.
  const noting = `printf '%s\\n' "$@" >>"${bin}/arguments"`;
  writeFileSync(join(bin, "curl"), `#!/bin/sh\n${noting}\nPATH="${PATH}" exec curl "$@"\n`, { mode: 0o755 });
  await run(address, { PATH: `${bin}${delimiter}${PATH}` });
  server.close();
  return { asked, words: readFileSync(join(bin, "arguments"), "utf8") };
}

test("the user of the services has the rights that docs/distributed.md names, and no password is an argument", async () => {
  expect(setup?.volumes).toEqual(["./deploy/elasticsearch-user:/elasticsearch-user:ro"]);
  const environment = environmentHere(compose, "elasticsearch-user", folder);
  const { asked, words } = await asking((address, env) =>
    promisify(execFile)("sh", ["deploy/elasticsearch-user"], {
      env: { ...environment, ...env, ELASTICSEARCH: `http://${address}` },
    }),
  );
  const user = `elastic:${SUPERUSER}`;
  const rights = { names: ["catalogue_v*"], privileges: ["manage", "read", "write"] };
  expect(asked).toEqual([
    { path: "/_security/role/airlog", user, body: { cluster: ["monitor"], indices: [rights] } },
    { path: "/_security/user/airlog", user, body: { password: PASSWORD, roles: ["airlog"] } },
  ]);
  for (const password of [SUPERUSER, PASSWORD]) expect(words).not.toContain(password);
});

test("the health check asks as the superuser, and the password is no argument", async () => {
  const [kind, command = ""] = elasticsearch?.healthcheck?.test ?? [];
  expect(kind).toBe("CMD-SHELL");
  const { asked, words } = await asking((address, env) => {
    const here = command.replace("/run/secrets/", `${folder}/secrets/`).replace("127.0.0.1:9200", address);
    return promisify(execFile)("sh", ["-c", here], { env });
  });
  const path = "/_cluster/health?wait_for_status=yellow&timeout=2s";
  expect(asked).toEqual([{ path, user: `elastic:${SUPERUSER}`, body: undefined }]);
  expect(words).not.toContain(SUPERUSER);
});
