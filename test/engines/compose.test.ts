import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ENGINES,
  type Engine,
  engineAddresses,
  environmentHere,
  readComposeFile,
  readEnvironmentFile,
} from "../compose/compose-file.ts";
import { type Gateway, startGateway } from "../compose/gateway.ts";
import { type PostgresHere, startPostgresLike } from "../compose/postgres.ts";
import { facility, record, records } from "../end-to-end/samples.ts";
import { addAccounts, type System, systemAt } from "../end-to-end/system.ts";
import { readHealth } from "../health.ts";
import { SpawnedService } from "../spawned-service.ts";
import { elasticsearchAt, eventStoreDouble } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("elasticsearch", "the services of docker-compose.yml", (elasticsearchUrl) => {
  describeWithEngine("kafka", "with their commands and environments, behind the gateway", (kafkaBrokers) => {
    let folder: string;
    let postgres: PostgresHere;
    const services = new Map<string, SpawnedService>();
    let gateway: Gateway;
    let system: System;
    let forgetEvents: () => Promise<void>;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "airlog-compose-"));
      execFileSync("deploy/make-env", [folder], { stdio: "ignore" });
      const compose = readComposeFile({ ...readEnvironmentFile(join(folder, ".env")), AIRLOG_LOG_LEVEL: "error" });
      const environmentOf = (name: string) => environmentHere(compose, name, folder);
      postgres = await startPostgresLike(environmentOf("postgres"), join(folder, "postgres"));
      const events = await eventStoreDouble();
      forgetEvents = () => events.close("");
      const here: Readonly<Record<Engine, string>> = {
        postgres: new URL(postgres.url).host,
        eventstoredb: new URL(events.variables["EVENTSTORE_URL"] ?? "").host,
        kafka: kafkaBrokers,
        elasticsearch: new URL(elasticsearchUrl).host,
      };
      const there = engineAddresses(compose);
      const brought = (value: string) => ENGINES.reduce((text, name) => text.replace(there[name], here[name]), value);
      const databaseUrl = join(folder, "secrets", "database-url");
      await writeFile(databaseUrl, brought(await readFile(databaseUrl, "utf8")));
      const ours = Object.entries(compose.services).filter(([, { image }]) => image === "airlog");
      const starting = ours.map(async ([name, { command = [] }]) => {
        const [program, ...words] = command;
        expect(program).toBe("node");
        const own = {
          ...Object.fromEntries(Object.entries(environmentOf(name)).map(([key, value]) => [key, brought(value)])),
          // The services share one machine, so that their ports, folders and proxy differ from the containers'.
          PORT: "0",
          AIRLOG_DATA: join(folder, name),
          AIRLOG_TRUSTED_PROXIES: "127.0.0.1",
        };
        services.set(name, await SpawnedService.run(words, own));
      });
      // Waits for all, so that the running ones are stopped when one does not start.
      await Promise.allSettled(starting);
      await Promise.all(starting);
      const accounts = postgres.open();
      await addAccounts(accounts);
      await accounts.close();
      gateway = await startGateway((name) => services.get(name)?.url ?? "");
      system = await systemAt(
        () => gateway.url,
        async () => {},
      );
    }, 120_000);
    afterAll(async () => {
      const position = (await system?.as("provider").post("/api/provider/metadata/delete", ["nothing"]))?.position;
      await gateway?.close();
      await Promise.all([...services.values()].map((service) => service.stop()));
      await forgetEvents?.();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
      await elasticsearchAt(elasticsearchUrl)().then(({ close }) => close(position?.split(".")[0] ?? "none"));
    }, 60_000);

    test("records can be added, found, replaced, read and deleted", async () => {
      await system.as("registrar").post("/api/provider/facilities/add", facility("jlch", { name: "Jülich" }));
      const many = records("many", 500, { facility: { identifier: "jlch" } });
      const added = await system.as("provider").post("/api/provider/metadata/add", many, {
        headers: { Prefer: "wait=30" },
      });
      expect(added.headers.get("Preference-Applied")).toBe("wait");
      const inJülich = { query: { match: { "facility.name": "jülich" } } };
      expect((await system.reader.search(inJülich)).total).toBe(500);

      const changed = await system
        .as("provider")
        .post("/api/provider/metadata/add", [record("many-00007", { product_type: "model" })]);
      const one = await system.reader.get("/api/metadata/record?pid=many-00007", { after: changed.position });
      expect(one.json()).toMatchObject({ product_type: "model" });
      const history = await system.reader.get("/api/metadata/history?pid=many-00007");
      expect(history.json<object[]>()).toHaveLength(2);

      const pids = many.map(({ identification }) => identification.identifier.pid);
      const deleted = await system.as("provider").post("/api/provider/metadata/delete", pids);
      expect(deleted.status).toBe(204);
      expect((await system.reader.search({}, { after: deleted.position })).total).toBe(0);
    });

    test("the gateway serves health and no metrics", async () => {
      expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
      expect((await readHealth(gateway.url)).components).toMatchObject({
        database: { state: "up" },
        "event store": { state: "up" },
        search: { state: "up", engine: "elasticsearch" },
      });
    });

    test("the rate limit counts by the client's real address, whatever X-Forwarded-For says", async () => {
      const left = [];
      for (const [address, claimed] of [
        ["127.0.0.2", "192.0.2.1"],
        ["127.0.0.2", "192.0.2.2"],
        ["127.0.0.3", "192.0.2.1"],
      ] as const) {
        left.push(await readsLeft(gateway.url, address, claimed));
      }
      expect(left).toEqual([1199, 1198, 1199]);
    });
  });
});

/** The number of reads left in this minute for the client at the address. */
function readsLeft(url: string, localAddress: string, claimed: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "X-Forwarded-For": claimed };
    const asked = request(`${url}/api/version`, { localAddress, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(Number(/r=(\d+)/.exec(String(answer.headers["ratelimit"]))?.[1]));
    });
    asked.on("error", reject);
    asked.end();
  });
}
