import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { blocksOf, readPage } from "../../documents/page.ts";
import { folderUntil } from "../../folder.ts";
import { record } from "../../records.ts";
import { type Checkout, makeCheckout } from "./checkout.ts";
import { describeWithDocker, docker } from "./docker.ts";
import { Traffic } from "./traffic.ts";

const PAGE = "docs/distributed.md";
const PROJECT = "airlog-test";
const PORT = 18_080;
const OTHER_PORT = 18_081;
const MINUTE = 60_000;
const SERVICES = ["command", "projector", "query"] as const;
const ENGINES = ["postgres", "kafka", "elasticsearch"] as const;

/** The commands of the page's block that contains these words. */
function commandsWith(words: string): string {
  const block = blocksOf(PAGE, readPage(PAGE)).find(({ commands }) => commands.includes(words));
  if (block === undefined) throw new Error(`${PAGE} has no commands with ${words}`);
  return block.commands;
}

describeWithDocker("the system of docker-compose.yml, in containers, without EventStoreDB", () => {
  const url = `http://127.0.0.1:${PORT}`;
  let checkout: Checkout;
  let password: string;

  const compose = (...words: readonly string[]) => checkout.compose(...words);
  const run = (program: string, ...words: readonly string[]) => checkout.run(program, ...words);
  /** The containers of a service that run. */
  const containers = async (service: string) => (await compose("ps", "--quiet", service)).split("\n").filter(Boolean);
  const traffic = (name: string) => new Traffic(url, password, name);

  async function untilServed(at = url): Promise<void> {
    await vi.waitFor(
      async () => {
        const health = await fetch(`${at}/health/ready`).catch(() => undefined);
        expect(health?.status).toBe(200);
        const token = await fetch(`${at}/api/auth/token`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ username: "admin", password }),
        });
        expect(token.status).toBe(200);
      },
      { timeout: 3 * MINUTE, interval: 500 },
    );
  }

  beforeAll(async () => {
    const folder = join(folderUntil(afterAll), "airlog");
    mkdirSync(folder);
    checkout = await makeCheckout(folder, PROJECT, PORT);
    await run("deploy/make-env", "--without-eventstoredb");
    password = readFileSync(join(folder, "secrets", "admin-password"), "utf8").trim();
    await compose("down", "--volumes", "--remove-orphans");
    await compose("build", "--quiet");
  }, 15 * MINUTE);

  afterAll(async () => {
    await compose("down", "--volumes", "--remove-orphans", "--timeout", "5");
  }, 2 * MINUTE);

  test(
    "is healthy within two minutes",
    async () => {
      const begin = performance.now();
      await compose("up", "--detach");
      await untilServed();
      expect(performance.now() - begin).toBeLessThan(2 * MINUTE);
    },
    5 * MINUTE,
  );

  test("what is written through the gateway is found and read through it", async () => {
    const client = traffic("first");
    const pid = "https://doi.org/10.5555/first";
    const added = await client.send("/api/provider/metadata/add", [record(pid)], { Prefer: "wait=30" });
    expect([added.status, added.headers.get("Preference-Applied")]).toEqual([200, "wait"]);
    const search = { search: { query: { term: { "identification.identifier.pid.keyword": pid } } } };
    const found = await client.send("/api/metadata/search", search);
    expect(await found.json()).toMatchObject({ response: { hits: { total: { value: 1 } } } });
    expect((await fetch(`${url}/api/metadata/record?pid=${encodeURIComponent(pid)}`)).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });

  test("each container has its own secrets and no others, and runs as an ordinary user that writes to volumes and tmpfs alone", async () => {
    const secrets = async (service: string) =>
      (await compose("exec", "-T", service, "sh", "-c", "ls /run/secrets 2>/dev/null || true"))
        .split("\n")
        .filter(Boolean)
        .sort();
    expect(await secrets("command")).toEqual(["admin-password", "database-url", "elasticsearch-password"]);
    expect(await secrets("projector")).toEqual(["database-url", "elasticsearch-password"]);
    expect(await secrets("query")).toEqual(["database-url", "elasticsearch-password"]);
    expect(await secrets("gateway")).toEqual([]);
    expect(await secrets("postgres")).toEqual(["postgres-password"]);
    expect(await secrets("kafka")).toEqual([]);
    expect(await secrets("elasticsearch")).toEqual(["elastic-password"]);
    for (const service of [...SERVICES, "gateway"]) {
      expect(await compose("exec", "-T", service, "id", "-u"), service).not.toBe("0");
      const written = await compose(
        "exec",
        "-T",
        service,
        "sh",
        "-c",
        "touch /etc/x /app/x /usr/x /var/x 2>&1 | grep -c cannot; true",
      );
      expect(written, service).toBe("4");
      const [container = ""] = await containers(service);
      expect(await docker("diff", container), service).toBe("");
    }
  });

  test(
    "limits of memory and processes are in force, and the logs are rotated",
    async () => {
      for (const service of [...SERVICES, "gateway", ...ENGINES]) {
        const [container = ""] = await containers(service);
        const [host] = JSON.parse(await docker("inspect", "--format", "[{{json .HostConfig}}]", container));
        expect(host.Memory, service).toBeGreaterThan(0);
        expect(host.PidsLimit, service).toBeGreaterThan(0);
        expect(host.SecurityOpt, service).toContain("no-new-privileges:true");
        expect(host.CapDrop, service).toContain("ALL");
        expect(host.LogConfig, service).toEqual({ Type: "json-file", Config: { "max-file": "5", "max-size": "10m" } });
      }
      // More processes than the limit: the container goes on, and those beyond it do not start.
      const [query = ""] = await containers("query");
      const forks = "for i in $(seq 400); do sleep 5 & done 2>&1; wait";
      await docker("exec", query, "sh", "-c", forks).catch(() => undefined);
      await untilServed();
    },
    2 * MINUTE,
  );

  test("its log is lines that can be read", async () => {
    const lines = (await compose("logs", "--no-color", "--no-log-prefix", "command")).split("\n").filter(Boolean);
    const parsed = lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
    expect(parsed.length).toBeGreaterThan(3);
    for (const line of parsed) expect(line).toMatchObject({ level: expect.anything(), msg: expect.any(String) });
    const secret = readFileSync(join(checkout.folder, "secrets", "elastic-password"), "utf8").trim();
    expect(await compose("logs", "--no-color")).not.toContain(secret);
  });

  test("an account that is added as the page says logs in", async () => {
    const [line = ""] = commandsWith("account.js add anna")
      .split("\n")
      .filter((text) => text.includes("account.js"));
    const words = line.replace("docker compose exec", "exec -T").split(" ");
    const printed = await compose(...words);
    expect(printed).toMatch(/\S{12,}/);
  });

  test(
    "two of each service answer as one does",
    async () => {
      await compose("up", "--detach", ...SERVICES.flatMap((name) => ["--scale", `${name}=2`]));
      await untilServed();
      const client = traffic("scaled");
      client.begin();
      await sleep(5_000);
      await client.stop();
      expect(client.wrong).toEqual([]);
      expect(client.acknowledged.length).toBeGreaterThan(5);
      expect(await client.lostOrDoubled()).toEqual([]);
    },
    3 * MINUTE,
  );

  test.each([...SERVICES, "gateway"])(
    "%s is killed under reads and writes: nothing is lost, all goes on by itself",
    async (service) => {
      const client = traffic(`killed ${service}`);
      client.begin();
      await sleep(1_000);
      for (const container of await containers(service)) await docker("kill", container);
      await sleep(3_000);
      // Docker takes a container that was killed by hand for one that shall not run.
      await compose("up", "--detach", "--no-recreate");
      await untilServed();
      await client.stop();
      expect(client.wrong).toEqual([]);
      expect(await client.lostOrDoubled()).toEqual([]);
    },
    3 * MINUTE,
  );

  test.each(ENGINES)(
    "%s restarts under reads and writes: 503 meanwhile, nothing is lost",
    async (engine) => {
      const client = traffic(`restarted ${engine}`);
      client.begin();
      await sleep(1_000);
      const before = client.acknowledged.length;
      await compose("restart", engine);
      await untilServed();
      await vi.waitUntil(() => client.acknowledged.length > before + 5, { timeout: MINUTE });
      await client.stop();
      expect(client.wrong).toEqual([]);
      expect(await client.lostOrDoubled()).toEqual([]);
      for (const service of SERVICES) {
        const [container = ""] = await containers(service);
        expect(await docker("inspect", "--format", "{{.RestartCount}}", container), service).toBe("0");
      }
    },
    4 * MINUTE,
  );

  test(
    "a patched build takes its place and goes back, and no read fails",
    async () => {
      await compose("up", "--detach", ...SERVICES.flatMap((name) => ["--scale", `${name}=1`]));
      await untilServed();
      const client = traffic("upgraded");
      const versions: string[] = [];
      for (const version of ["0.1.0-patched", "0.1.0"]) {
        checkout.edit("package.json", (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
        client.begin();
        await run("deploy/upgrade");
        await client.stop();
        versions.push(((await (await fetch(`${url}/api/version`)).json()) as { version: string }).version);
      }
      expect(versions).toEqual(["0.1.0-patched", "0.1.0"]);
      expect([client.wrong, client.refusedReads]).toEqual([[], 0]);
      expect(await client.lostOrDoubled()).toEqual([]);
    },
    15 * MINUTE,
  );

  test(
    "down and up keep everything",
    async () => {
      const search = async () => {
        const answer = await fetch(`${url}/api/metadata/search`);
        return ((await answer.json()) as { response: { hits: { total: { value: number } } } }).response.hits.total
          .value;
      };
      const before = await search();
      await compose("down");
      await compose("up", "--detach");
      await untilServed();
      await vi.waitFor(async () => expect(await search()).toBe(before), { timeout: MINUTE });
    },
    5 * MINUTE,
  );

  test(
    "a copy of the volumes becomes the data of another project, which runs beside the first",
    async () => {
      const backup = commandsWith("postgres:17.10").replaceAll("airlog_", `${PROJECT}_`);
      const image = /postgres:17\.10/g;
      const postgres =
        /image: (\S*postgres\S*)/.exec(readFileSync(join(checkout.folder, "docker-compose.yml"), "utf8"))?.[1] ?? "";
      const local = (commands: string) =>
        commands.replaceAll(image, postgres).replace(/postgres eventstoredb command/g, "postgres command");
      await run("bash", "-ec", local(backup));
      await untilServed();

      const folder = join(checkout.folder, "..", "other");
      mkdirSync(folder);
      const other = await makeCheckout(folder, `${PROJECT}-other`, OTHER_PORT);
      await other.compose("down", "--volumes");
      await other.run(
        "cp",
        "-R",
        join(checkout.folder, "secrets"),
        join(checkout.folder, ".env"),
        join(checkout.folder, "backup"),
        ".",
      );
      const restore = commandsWith("restore.js --renew").replaceAll("airlog_", `${PROJECT}-other_`);
      await other.run("bash", "-ec", local(restore));
      try {
        await untilServed(`http://127.0.0.1:${OTHER_PORT}`);
        await vi.waitFor(
          async () => {
            const [one, two] = await Promise.all(
              [PORT, OTHER_PORT].map(async (port) => {
                const answer = await fetch(
                  `http://127.0.0.1:${port}/api/metadata/search?source=${encodeURIComponent('{"size":0}')}`,
                );
                return (await answer.json()) as { response: { hits: { total: object } } };
              }),
            );
            expect(two?.response.hits.total).toEqual(one?.response.hits.total);
          },
          { timeout: 2 * MINUTE, interval: 1_000 },
        );
      } finally {
        await other.compose("down", "--volumes", "--timeout", "5");
      }
    },
    8 * MINUTE,
  );
});
