import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { Follower } from "../../deployment/follower.ts";
import { releaseIn } from "../../deployment/release.ts";
import { hour, manglerud, nitrogenDioxide } from "../../end-to-end/network-samples.ts";
import { facility } from "../../end-to-end/samples.ts";
import { folderUntil } from "../../folder.ts";
import { record } from "../../records.ts";
import { type Checkout, makeCheckout } from "./checkout.ts";
import { describeWithDocker, docker } from "./docker.ts";
import { commandsWith, lineWith } from "./page.ts";
import { COUNT_ALL, Traffic } from "./traffic.ts";

const PROJECT = "airlog-test";
const PORT = 18_080;
const OTHER_PORT = 18_081;
const MINUTE = 60_000;
const SERVICES = ["command", "projector", "query"] as const;
const ENGINES = ["postgres", "kafka", "elasticsearch"] as const;

describeWithDocker("the system of docker-compose.yml, in containers, without EventStoreDB", () => {
  const url = `http://127.0.0.1:${PORT}`;
  let checkout: Checkout;
  let password: string;
  /** Somebody who keeps a copy from when two of each service run, until a patched build has come and gone. */
  let follower: Follower | undefined;

  const compose = (...words: readonly string[]) => checkout.compose(...words);
  const shell = (commands: string) => checkout.run("bash", "-ec", commands);
  /** The containers of a service that run. */
  const containers = async (service: string) => (await compose("ps", "--quiet", service)).split("\n").filter(Boolean);
  /** The number of records that a search finds. */
  const records = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}${COUNT_ALL}`, { signal: AbortSignal.timeout(10_000) });
    return ((await answer.json()) as { response: { hits: { total: { value: number } } } }).response.hits.total.value;
  };
  const traffic = (name: string) => new Traffic(url, password, name);

  async function untilServed(at = url): Promise<void> {
    await vi.waitFor(
      async () => {
        const signal = AbortSignal.timeout(5_000);
        expect((await fetch(`${at}/health/ready`, { signal })).status).toBe(200);
        const token = await fetch(`${at}/api/auth/token`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ username: "admin", password }),
          signal,
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
    await shell(`${lineWith("deploy/make-env")} --without-eventstoredb`);
    password = readFileSync(join(checkout.folder, "secrets", "admin-password"), "utf8").trim();
    // The clients of this suite have one address.
    writeFileSync(join(checkout.folder, ".env"), "AIRLOG_RATE_LIMIT=off\n", { flag: "a" });
    await compose("down", "--volumes", "--remove-orphans");
    await compose("build", "--quiet");
  }, 15 * MINUTE);

  afterAll(async () => {
    await follower?.stop();
    await compose("down", "--volumes", "--remove-orphans", "--timeout", "5");
    await docker("image", "rm", "--force", PROJECT);
  }, 2 * MINUTE);

  test(
    "starts as the page says, and serves within two minutes",
    async () => {
      const begin = performance.now();
      await shell(lineWith("docker compose up --build -d"));
      await untilServed();
      expect(performance.now() - begin).toBeLessThan(2 * MINUTE);
    },
    5 * MINUTE,
  );

  test("records that are written through the gateway are found and read through it", async () => {
    const client = traffic("first");
    const pid = "https://doi.org/10.5555/first";
    const added = await client.send("/api/provider/metadata/add", [record(pid)], { Prefer: "wait=30" });
    expect([added.status, added.headers.get("Preference-Applied")]).toEqual([200, "wait"]);
    const search = { search: { query: { term: { "identification.identifier.pid.keyword": pid } } } };
    const found = await client.send("/api/metadata/search", search);
    expect(await found.json()).toMatchObject({ response: { hits: { total: { value: 1 } } } });
    expect((await fetch(`${url}/api/metadata/record?pid=${encodeURIComponent(pid)}`)).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await shell(lineWith("8080/metrics").replace("exec", "exec -T"))).toMatch(/^airlog_view_lag_events\{/m);
  });

  test("each container has its own secrets and no others, and runs as an ordinary user that can write only to volumes and tmpfs", async () => {
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
      // More processes than the limit: the container goes on, and only those beyond the limit do not start.
      const [query = ""] = await containers("query");
      const forks = "for i in $(seq 400); do sleep 5 & done; wait";
      await expect(docker("exec", query, "sh", "-c", forks)).rejects.toThrow(/fork/i);
      await untilServed();
    },
    2 * MINUTE,
  );

  test("its log consists of readable lines", async () => {
    const lines = (await compose("logs", "--no-color", "--no-log-prefix", "command")).split("\n").filter(Boolean);
    const parsed = lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
    expect(parsed.length).toBeGreaterThan(3);
    for (const line of parsed) expect(line).toMatchObject({ level: expect.anything(), msg: expect.any(String) });
    const secret = readFileSync(join(checkout.folder, "secrets", "elastic-password"), "utf8").trim();
    expect(await compose("logs", "--no-color")).not.toContain(secret);
  });

  test("an account that is added as the page says gets a password", async () => {
    const printed = await shell(lineWith("account add anna").replace("exec", "exec -T"));
    expect(printed).toMatch(/\S{12,}/);
  });

  test(
    "two of each service answer as one does",
    async () => {
      await shell(lineWith("--scale command=2"));
      for (const service of SERVICES) expect(await containers(service), service).toHaveLength(2);
      await untilServed();
      const client = traffic("scaled");
      client.begin();
      await sleep(5_000);
      await client.stop();
      expect(client.wrong).toEqual([]);
      expect(client.acknowledged).toBeGreaterThan(5);
      expect(await client.lostOrDoubled()).toEqual([]);
      follower = new Follower(releaseIn("."), url, join(checkout.folder, "..", "copy"));
    },
    3 * MINUTE,
  );

  const restartsOf = async (service: string) => {
    const counts = (await containers(service)).map((container) =>
      docker("inspect", "--format", "{{.RestartCount}}", container),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + Number(count), 0);
  };

  test.each(SERVICES)(
    "every process of %s is killed under reads and writes: nothing is lost, all goes on by itself",
    async (service) => {
      const client = traffic(`killed ${service}`);
      client.begin();
      await sleep(1_000);
      const before = await restartsOf(service);
      const killed = await containers(service);
      await Promise.all(killed.map((container) => docker("exec", container, "sh", "-c", "kill -9 -1").catch(() => "")));
      await vi.waitFor(async () => expect(await restartsOf(service)).toBe(before + killed.length), { timeout: MINUTE });
      await untilServed();
      const then = client.acknowledged;
      await vi.waitUntil(() => client.acknowledged > then + 5, { timeout: MINUTE });
      await client.stop();
      expect(client.wrong).toEqual([]);
      expect(await client.lostOrDoubled()).toEqual([]);
    },
    3 * MINUTE,
  );

  test.each(["gateway", ...ENGINES])(
    "%s is killed, starts again and is restarted under reads and writes: nothing is lost, all goes on by itself",
    async (name) => {
      const client = traffic(`lost ${name}`);
      client.begin();
      await sleep(1_000);
      const restarts = await Promise.all(SERVICES.map(restartsOf));
      // Docker takes a container that was killed from outside for one that must not run.
      for (const words of ["kill --signal KILL", "start", "restart"]) {
        await compose(...words.split(" "), name);
        if (words !== "start") await sleep(2_000);
      }
      await untilServed();
      const then = client.acknowledged;
      await vi.waitUntil(() => client.acknowledged > then + 5, { timeout: MINUTE });
      await client.stop();
      expect(client.wrong).toEqual([]);
      expect(await client.lostOrDoubled()).toEqual([]);
      expect(await Promise.all(SERVICES.map(restartsOf))).toEqual(restarts);
      if (name === "kafka") expect([...client.refusedReads, ...client.refusedWrites]).toEqual([]);
      if (name === "postgres") expect(client.refusedWrites).toContain(503);
      if (name === "elasticsearch") expect(client.refusedReads).toContain(503);
    },
    4 * MINUTE,
  );

  test(
    "a patched build takes its place and goes back, and no read fails",
    async () => {
      // Two of query: the gateway tries two addresses for a read, and both may be of containers that have just stopped.
      const numbers = { ...Object.fromEntries(SERVICES.map((name) => [name, 1])), query: 2 };
      const scales = Object.entries(numbers).flatMap(([name, number]) => ["--scale", `${name}=${number}`]);
      await compose("up", "--detach", ...scales);
      await untilServed();
      const client = traffic("upgraded");
      const commit = async () => ((await (await fetch(`${url}/api/version`)).json()) as { commit: string }).commit;
      const source = "services/query/main.ts";
      const released = readFileSync(join(checkout.folder, source), "utf8");
      for (const [name, text] of [
        ["patched", `${released}// Patched.\n`],
        ["released", released],
      ] as const) {
        checkout.edit(source, () => text);
        client.begin();
        await shell(`COMMIT=${name} ${lineWith("deploy/upgrade")}`);
        await client.stop();
        expect(await commit()).toBe(name);
      }
      expect([client.wrong, client.refusedReads]).toEqual([[], []]);
      expect(await client.lostOrDoubled()).toEqual([]);
      await shell(lineWith("airlog upgrade finish").replace("exec", "exec -T"));
    },
    15 * MINUTE,
  );

  test(
    "a copy that `follow` kept meanwhile, also while views are built again and things are deleted, equals what is served",
    async () => {
      const client = traffic("followed");
      const done = async (path: string, asked: Promise<Response>) => {
        const answer = await asked;
        const text = await answer.text();
        expect(answer.ok, `${path} ${answer.status} ${text}`).toBe(true);
        return text;
      };
      const post = (path: string, body: unknown) => done(path, client.send(`/api/provider/${path}`, body));
      const remove = (path: string) => done(path, client.remove(`/api/provider/${path}`));
      const added = async (path: string, body: unknown) =>
        z.object({ id: z.int() }).parse(JSON.parse(await post(path, body)));
      client.begin();
      const building = compose("run", "--rm", "--no-deps", "projector", "airlog", "replay", "--again");
      const kept = await added("stations/add", manglerud());
      const gone = await added("stations/add", manglerud({ name: "Gone" }));
      const series = await added("timeseries/add", nitrogenDioxide(kept.id));
      for (let round = 0; round < 10; round++) {
        await post("facilities/add", facility(`followed-${round}`));
        await post("observations/add", [{ timeseries: series.id, values: [hour(-1 - round, round)] }]);
        await sleep(500);
      }
      await remove("facilities/followed-0");
      await remove(`stations/${gone.id}`);
      await post("metadata/delete", ["followed/0", "followed/1", "never/there"]);
      await building;
      await client.stop();
      expect(client.wrong).toEqual([]);
      await follower?.expectEqual();
    },
    10 * MINUTE,
  );

  test(
    "down and up keep everything",
    async () => {
      const before = await records(PORT);
      await compose("down");
      await compose("up", "--detach");
      await untilServed();
      await vi.waitFor(async () => expect(await records(PORT)).toBe(before), { timeout: MINUTE });
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
      await shell(local(backup));
      await untilServed();

      const folder = join(checkout.folder, "..", "other");
      mkdirSync(folder);
      const other = await makeCheckout(folder, `${PROJECT}-other`, OTHER_PORT);
      await other.run(
        "cp",
        "-R",
        join(checkout.folder, "secrets"),
        join(checkout.folder, ".env"),
        join(checkout.folder, "backup"),
        ".",
      );
      const restore = commandsWith("airlog restore --renew").replaceAll("airlog_", `${PROJECT}-other_`);
      try {
        await other.run("bash", "-ec", local(restore));
        await untilServed(`http://127.0.0.1:${OTHER_PORT}`);
        await vi.waitFor(async () => expect(await records(OTHER_PORT)).toBe(await records(PORT)), {
          timeout: 2 * MINUTE,
          interval: 1_000,
        });
      } finally {
        await other.compose("down", "--volumes", "--timeout", "5");
        await docker("image", "rm", "--force", `${PROJECT}-other`);
      }
    },
    8 * MINUTE,
  );
});
