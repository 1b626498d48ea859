import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { delimiter, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../platform/config.ts";
import { folderUntil } from "../folder.ts";
import { nodeFlags } from "../node-flags.ts";
import { engineAddresses, environmentHere, readComposeFile, readEnvironmentFile } from "./compose-file.ts";
import { readRoutes } from "./gateway.ts";

const folder = folderUntil(afterAll);
execFileSync("deploy/make-env", [folder], { stdio: "ignore" });
const variables = readEnvironmentFile(join(folder, ".env"));
const secret = (name: string) => readFileSync(join(folder, "secrets", name), "utf8").trim();
const compose = readComposeFile(variables);

/** A container that runs to its end before the services start. */
const SETUP = "elasticsearch-user";

const ours = ["command", "projector", "query"];
const environmentOf = (name: string) => environmentHere(compose, name, folder);

test("docker-compose.yml conforms to the Compose specification", () => {
  // From github.com/compose-spec/compose-go 2.16.2, Apache License 2.0.
  const schema: object = JSON.parse(readFileSync("test/compose/fixtures/compose-spec.json", "utf8"));
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const isValid = ajv.compile(schema);
  isValid(parse(readFileSync("docker-compose.yml", "utf8"), { merge: true }));
  expect(isValid.errors).toBeNull();
});

describe("secrets", () => {
  const names = ["admin-password", "database-url", "elastic-password", "elasticsearch-password", "postgres-password"];

  test("are random, kept from other users of the machine, and never overwritten", () => {
    expect(statSync(join(folder, "secrets")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, "secrets")).sort()).toEqual(names);
    const passwords = names.filter((name) => name !== "database-url").map(secret);
    expect(new Set(passwords).size).toBe(4);
    for (const password of passwords) expect(password).toMatch(/^[\w-]{32}$/);
    expect(() => execFileSync("deploy/make-env", [folder], { stdio: "ignore" })).toThrow();
    expect(names.filter((name) => name !== "database-url").map(secret)).toEqual(passwords);
  });

  test("can be read by containers, whose users are others", () => {
    for (const name of names) expect(statSync(join(folder, "secrets", name)).mode & 0o777, name).toBe(0o644);
  });

  test("come from .env of an earlier release where it has them", () => {
    const earlier = join(folder, "earlier");
    mkdirSync(earlier);
    writeFileSync(join(earlier, ".env"), "POSTGRES_PASSWORD=first\nAIRLOG_AQI=european\nAIRLOG_ADMIN_PASSWORD=other\n");
    execFileSync("deploy/make-env", [earlier], { stdio: "ignore" });
    const kept = (name: string) => readFileSync(join(earlier, "secrets", name), "utf8");
    expect([kept("postgres-password"), kept("admin-password")]).toEqual(["first\n", "other\n"]);
    expect(kept("database-url")).toBe("postgres://airlog:first@postgres:5432/airlog\n");
    expect(readEnvironmentFile(join(earlier, ".env"))).toEqual({ AIRLOG_AQI: "european", ...variables });
  });

  test("are kept as they are, even if a URL or a shell gives their characters another meaning", () => {
    // Compose gives `$` and backslashes a meaning, except between single quotes.
    const plain = "p@ss/w#rd?%41-é";
    const awkward = `p@ss/w#rd?%41 "q" \\c $d é`;
    for (const [name, written, password] of [
      ["plain", plain, plain],
      ["quoted", `"${plain}"`, plain],
      ["single", `'${awkward}'`, awkward],
    ] as const) {
      const other = join(folder, name);
      mkdirSync(other);
      writeFileSync(join(other, ".env"), `POSTGRES_PASSWORD=${written}\n`);
      execFileSync("deploy/make-env", [other], { stdio: "ignore" });
      const kept = (file: string) => readFileSync(join(other, "secrets", file), "utf8");
      expect(kept("postgres-password")).toBe(`${password}\n`);
      const url = new URL(kept("database-url").trim());
      expect([decodeURIComponent(url.password), url.host]).toEqual([password, "postgres:5432"]);
    }
  });

  test("are all made or none, so that a failed run can be repeated", () => {
    const failing = join(folder, "failing");
    const bin = join(failing, "bin");
    mkdirSync(bin, { recursive: true });
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` };
    for (const what of ["secrets", ".env"]) {
      const mv = `#!/bin/sh\ncase $2 in */${what}) exit 1 ;; esac\nexec /bin/mv "$@"\n`;
      writeFileSync(join(bin, "mv"), mv, { mode: 0o755 });
      expect(() => execFileSync("deploy/make-env", [failing], { env, stdio: "ignore" }), what).toThrow();
      expect(readdirSync(failing).sort(), what).toEqual([".env", "bin"]);
    }
    execFileSync("deploy/make-env", [failing], { stdio: "ignore" });
    expect(readdirSync(join(failing, "secrets")).sort()).toEqual(names);
  });

  test("are files, and each container has the files that its environment and commands name", () => {
    const text = JSON.stringify(compose.services);
    for (const name of names) {
      expect(compose.secrets[name]).toEqual({ file: `./secrets/${name}` });
      if (name !== "database-url") expect(text).not.toContain(secret(name));
    }
    for (const [name, service] of Object.entries(compose.services)) {
      const named = JSON.stringify(service).match(/(?<=\/run\/secrets\/)[\w-]+/g) ?? [];
      expect([...new Set(named)].sort(), name).toEqual([...(service.secrets ?? [])].sort());
    }
  });

  test("only command has the administrator's password, only Elasticsearch and its setup have the superuser's", () => {
    const holders = (name: string) =>
      Object.entries(compose.services).flatMap(([service, { secrets }]) => (secrets?.includes(name) ? [service] : []));
    expect(holders("admin-password")).toEqual(["command"]);
    expect(holders("elastic-password")).toEqual(["elasticsearch", SETUP]);
    expect(holders("postgres-password")).toEqual(["postgres"]);
    expect(holders("database-url")).toEqual(ours);
  });
});

describe("without EventStoreDB", () => {
  test("the log lies in PostgreSQL, and the container does not run", () => {
    const other = join(folder, "without");
    mkdirSync(other);
    execFileSync("deploy/make-env", ["--without-eventstoredb", other], { stdio: "ignore" });
    const given = readEnvironmentFile(join(other, ".env"));
    expect(given).toEqual({ COMPOSE_PROFILES: "", EVENTSTORE_URL: "" });
    for (const name of ours) {
      const { environment = {} } = readComposeFile(given).services[name] ?? {};
      const { DATABASE_URL_FILE, ELASTICSEARCH_PASSWORD_FILE, AIRLOG_ADMIN_PASSWORD_FILE, ...rest } = environment;
      expect(readConfig({ ...rest, ELASTICSEARCH_PASSWORD: "any" }).eventStoreUrl).toBeUndefined();
    }
  });

  test("only a profile starts the container, and nothing waits for it otherwise", () => {
    const withProfiles = Object.entries(compose.services).filter(([, { profiles }]) => profiles !== undefined);
    expect(withProfiles.map(([name, { profiles }]) => [name, profiles])).toEqual([["eventstoredb", ["eventstoredb"]]]);
    expect(variables["COMPOSE_PROFILES"]).toBe("eventstoredb");
    for (const name of ours) expect(compose.services[name]?.depends_on?.["eventstoredb"]?.required).toBe(false);
  });

  test("never by default: the place of the log must be configured", () => {
    expect(() => readComposeFile({})).toThrow("EVENTSTORE_URL");
  });
});

test("every service has a health check and limits of memory, processes and output, and waits for healthy engines", () => {
  for (const [name, service] of Object.entries(compose.services)) {
    if (name !== SETUP) expect(service.healthcheck?.test.length, name).toBeGreaterThan(1);
    expect(service.mem_limit, name).toBeDefined();
    expect(service.pids_limit, name).toBeGreaterThan(0);
    expect(service.logging, name).toEqual({ driver: "json-file", options: { "max-size": "10m", "max-file": "5" } });
    if (name === "gateway") continue;
    for (const [awaited, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(condition).toBe(awaited === SETUP ? "service_completed_successfully" : "service_healthy");
    }
  }
  for (const name of ours) expect(Object.keys(compose.services[name]?.depends_on ?? {})).toContain(SETUP);
});

test("every container has no capability and gets none by the programs that it runs", () => {
  for (const [name, { cap_add, cap_drop, security_opt }] of Object.entries(compose.services)) {
    expect([cap_drop, cap_add], name).toEqual([["ALL"], undefined]);
    expect(security_opt, name).toEqual(["no-new-privileges:true"]);
  }
  // Its image would begin as root, and root needs capabilities to become another user.
  expect(compose.services["postgres"]?.user).toBe("postgres");
});

test("the gateway starts beside services that are not ready yet, as while the index is filled", () => {
  const started = { condition: "service_started" };
  expect(compose.services["gateway"]?.depends_on).toEqual({ command: started, query: started });
});

test.each(ours)("%s runs unprivileged on a read-only file system", (name) => {
  expect(compose.services[name]).toMatchObject({
    user: "node",
    read_only: true,
  });
});

test.each(ours)("%s runs its program with Node's flags of npm start", (name) => {
  const flags = nodeFlags();
  expect(compose.services[name]).toMatchObject({
    command: ["node", ...flags.split(" "), `dist/services/${name}/main.js`],
  });
  expect(readFileSync("docs/distributed.md", "utf8")).toContain(`node ${flags} dist/services/$1/main.js`);
});

test.each(ours)("%s has a valid environment", (name) => {
  expect(readConfig(environmentOf(name))).toMatchObject({
    host: "0.0.0.0",
    port: 8080,
    eventStoreUrl: "esdb://eventstoredb:2113?tls=false",
    elasticsearch: { nodes: ["http://elasticsearch:9200"], password: secret("elasticsearch-password") },
    databaseUrl: secret("database-url"),
    adminPassword: name === "command" ? secret("admin-password") : undefined,
  });
});

test("links lead to the gateway, unless .env has the public address", () => {
  const publicUrl = (given: Readonly<Record<string, string>>) =>
    readComposeFile({ ...variables, ...given }).services["query"]?.environment?.["AIRLOG_PUBLIC_URL"];
  expect(publicUrl({})).toBe("http://127.0.0.1:8080");
  expect(publicUrl({ AIRLOG_ADDRESS: "127.0.0.1:9090" })).toBe("http://127.0.0.1:9090");
  expect(publicUrl({ AIRLOG_PUBLIC_URL: "https://data.example.org" })).toBe("https://data.example.org");
});

test.each(ours)("%s gets every setting of .env", (name) => {
  const known = new Set(readFileSync("platform/config.ts", "utf8").match(/\bAIRLOG_\w+(?=:)/g));
  const fixed = [
    "AIRLOG_ADMIN_PASSWORD",
    "AIRLOG_DATA",
    "AIRLOG_SERVICES",
    "AIRLOG_SIGNING_KEY_FILE",
    "AIRLOG_TRUSTED_PROXIES",
  ];
  for (const variable of fixed) expect(known.delete(variable), variable).toBe(true);
  const given = Object.fromEntries([...known].map((variable) => [variable, `the ${variable} of .env`]));
  expect(readComposeFile({ ...variables, ...given }).services[name]?.environment).toMatchObject(given);
});

test.each(ours)("%s sends traces under a name of its own", (name) => {
  expect(environmentOf(name)["OTEL_SERVICE_NAME"]).toBe(`airlog-${name}`);
});

test("a container is killed only after its process has cut off a stop, an engine a minute after the signal to stop", () => {
  for (const name of ours) expect(compose.services[name]?.stop_grace_period).toBe("30s");
  for (const name of Object.keys(engineAddresses(compose))) {
    expect(compose.services[name]?.stop_grace_period, name).toBe("60s");
  }
});

test.each(ours)("%s shares a network with each engine, and has the engine's port", (name) => {
  const { EVENTSTORE_URL = "", KAFKA_BROKERS = "", ELASTICSEARCH_URL = "" } = environmentOf(name);
  const hosts = [secret("database-url"), EVENTSTORE_URL, KAFKA_BROKERS, ELASTICSEARCH_URL].map(
    (address) => /(?:^|\/\/|@)([\w.-]+:\d+)(?=$|[/?])/.exec(address)?.[1],
  );
  expect(hosts).toEqual(Object.values(engineAddresses(compose)));
  for (const host of hosts) {
    const { networks = [] } = compose.services[host?.split(":")[0] ?? ""] ?? {};
    expect(compose.services[name]?.networks, host).toSatisfy((own: string[]) =>
      own.some((it) => networks.includes(it)),
    );
  }
});

test.each(ours)("%s has the engines' user, password and database", (name) => {
  const { username, password, pathname } = new URL(secret("database-url"));
  const { POSTGRES_DB } = environmentOf("postgres");
  expect([username, password, pathname]).toEqual(["airlog", secret("postgres-password"), `/${POSTGRES_DB}`]);
  const { ELASTICSEARCH_USERNAME, ELASTICSEARCH_PASSWORD_FILE } = environmentOf(name);
  expect(ELASTICSEARCH_USERNAME).toBe("airlog");
  expect(ELASTICSEARCH_PASSWORD_FILE).toBe(environmentOf(SETUP)["ELASTICSEARCH_PASSWORD_FILE"]);
});

test.each(ours)("%s trusts X-Forwarded-For of Docker's private addresses", (name) => {
  const trusted = new BlockList();
  for (const network of environmentOf(name)["AIRLOG_TRUSTED_PROXIES"]?.split(",") ?? []) {
    const [address = "", bits] = network.split("/");
    trusted.addSubnet(address, Number(bits));
  }
  for (const address of ["10.0.0.2", "172.17.0.2", "172.31.0.2", "192.168.16.2"]) {
    expect(trusted.check(address), address).toBe(true);
  }
});

test.each([
  ["command", "command-data", "/data"],
  ["postgres", "postgres-data", "/var/lib/postgresql/data"],
  ["eventstoredb", "eventstoredb-data", "/var/lib/eventstore"],
  ["kafka", "kafka-data", "/var/lib/kafka/data"],
  ["elasticsearch", "elasticsearch-data", "/usr/share/elasticsearch/data"],
])("the data of %s is in a named volume", (name, volume, folder) => {
  expect(compose.services[name]?.volumes).toContain(`${volume}:${folder}`);
  expect(compose.volumes).toHaveProperty(volume);
});

test("the volumes are mounted at the folders to which data is written", () => {
  expect(readFileSync("Dockerfile", "utf8")).toMatch(/^ENV .*\bAIRLOG_DATA=\/data$/m);
  expect(environmentOf("kafka")["KAFKA_LOG_DIRS"]).toBe("/var/lib/kafka/data");
});

test("only the gateway publishes a port", () => {
  const withPorts = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
  expect(withPorts.map(([name]) => name)).toEqual(["gateway"]);
});

test("the engines' network is internal and without the gateway", () => {
  expect(compose.services["gateway"]?.networks).not.toContain("engines");
  expect(compose.networks["engines"]?.internal).toBe(true);
});

test("the gateway routes writes and logins to command, reads to query, and answers 404 for metrics", () => {
  const routes = readRoutes();
  const target = (path: string) => routes.find(({ matches }) => matches(path));
  for (const path of [
    "/api/provider/metadata/add",
    "/api/auth/token",
    "/.well-known/jwks.json",
    "//api//auth/token",
    "/api/%61uth/token",
  ]) {
    expect(target(path)?.service, path).toBe("command");
  }
  for (const path of ["/", "/docs", "/api/metadata/search", "/api/facilities/provider", "/health/ready"]) {
    expect(target(path)?.service, path).toBe("query");
  }
  for (const path of ["/metrics", "/metrics/", "//metrics", "/METRICS"]) {
    expect(target(path), path).toMatchObject({ service: undefined, status: 404 });
  }
});

test("the gateway trusts X-Forwarded-For only of the proxy that .env names", () => {
  const { environment, volumes, tmpfs } = compose.services["gateway"] ?? {};
  expect(environment).toEqual({ AIRLOG_GATEWAY_TRUSTED: "127.0.0.1", NGINX_ENVSUBST_OUTPUT_DIR: "/etc/nginx/airlog" });
  const named = readComposeFile({ ...variables, AIRLOG_GATEWAY_TRUSTED: "192.0.2.7" }).services["gateway"];
  expect(named?.environment?.["AIRLOG_GATEWAY_TRUSTED"]).toBe("192.0.2.7");

  expect(tmpfs).toContain("/etc/nginx/airlog:uid=101,gid=101");
  expect(volumes).toContain("./deploy/trusted.conf.template:/etc/nginx/templates/trusted.conf.template:ro");
  const directives = (file: string) => readFileSync(file, "utf8").match(/^ *[^#\s].*$/gm);
  expect(directives("deploy/trusted.conf.template")).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the image substitutes it.
    "set_real_ip_from ${AIRLOG_GATEWAY_TRUSTED};",
    "real_ip_header X-Forwarded-For;",
  ]);
  expect(directives("deploy/gateway.conf")).toEqual(
    expect.arrayContaining([
      "    include /etc/nginx/airlog/*.conf;",
      "    proxy_set_header X-Forwarded-For $remote_addr;",
    ]),
  );
});

test("the gateway's limit of a body is the largest AIRLOG_MAX_BODY", () => {
  expect(readFileSync("deploy/gateway.conf", "utf8")).toContain("    client_max_body_size 1g;");
  expect(readConfig({ AIRLOG_MAX_BODY: "1GiB" }).limits.body).toBe(1024 ** 3);
  expect(() => readConfig({ AIRLOG_MAX_BODY: "1025MiB" })).toThrow("AIRLOG_MAX_BODY");
});
