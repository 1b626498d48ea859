import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PROBLEMS } from "../../contracts/problem.ts";
import { clientOf } from "../../platform/http/client.ts";
import { readComposeFile } from "./compose-file.ts";
import { readRoutes } from "./gateway.ts";

const text = readFileSync("deploy/gateway.conf", "utf8");

/** The entries of a `map $status` block. */
function statusMap(variable: string): ReadonlyMap<string, string> {
  const [, block = ""] = new RegExp(`map \\$status \\$${variable} \\{([^}]*)\\}`).exec(text) ?? [];
  const entries = [...block.matchAll(/^\s*(\w+) "?(.+?)"?;$/gm)];
  return new Map(entries.map(([, status = "", value = ""]) => [status, value]));
}

const codes = statusMap("problem_code");

test("each failure that the gateway answers itself has a code of the service, with its title and a detail", () => {
  expect(codes.size).toBeGreaterThan(5);
  for (const [status, code] of codes) {
    const known = Object.entries(PROBLEMS).find(([name]) => name === code);
    expect(known?.[1][1], code).toBe(statusMap("problem_title").get(status));
    expect(statusMap("problem_detail").get(status), code).toMatch(/\.$/);
  }
});

test("every status that nginx may answer by itself is a problem document", () => {
  const pages = [...text.matchAll(/^ *error_page ([\d ]+?)(?: =(\d+))? \/\.problem;$/gm)];
  const answered = pages.flatMap(([, statuses = "", instead]) => (instead ? [instead] : statuses.split(" ")));
  expect(answered.sort()).toEqual(["400", "405", "408", "413", "414", "429", "431", "502", "505"]);
  for (const status of answered) expect(codes.has(status) || ["400", "505"].includes(status), status).toBe(true);
});

test("what nginx with TLS in front of one process answers itself are problem documents too", () => {
  const example = readFileSync("ops/nginx-tls.conf", "utf8");
  const problems = [...example.matchAll(/^ +(\w+) '(\{.+\})';$/gm)].map(([, status, text = ""]) => ({
    status,
    problem: JSON.parse(text),
  }));
  expect(problems.map(({ status }) => status)).toEqual(["404", "429", "default"]);
  for (const { status, problem } of problems) {
    expect(problem.status, problem.code).toBe(status === "default" ? 502 : Number(status));
    expect(PROBLEMS[problem.code as keyof typeof PROBLEMS][1], problem.code).toBe(problem.title);
    expect(problem.type).toBe(`/docs/problems#${problem.code}`);
  }
  expect(example.match(/error_page .*/g)).toEqual([
    "error_page 404 429 /.problem;",
    "error_page 502 504 =502 /.problem;",
  ]);
});

test("each service that a location names has an address", () => {
  const [, block = ""] = /^map \$service \$service_address \{([^}]*)\}/m.exec(text) ?? [];
  const known = [...block.matchAll(/^ *(\w+) \1:8080;$/gm)].map(([, service]) => service);
  const named = readRoutes().flatMap(({ service }) => service ?? []);
  expect([...new Set(named)].sort()).toEqual(known.sort());
  expect(text.match(/proxy_pass .*/g)).toEqual(named.map(() => "proxy_pass http://$service_address;"));
});

test("the gateway allows far more connections than the image's own file, and has a file for each", () => {
  expect(readComposeFile({ EVENTSTORE_URL: "" }).services["gateway"]?.volumes).toEqual(
    expect.arrayContaining([
      "./deploy/nginx.conf:/etc/nginx/nginx.conf:ro",
      "./deploy/gateway.conf:/etc/nginx/conf.d/default.conf:ro",
    ]),
  );
  const main = readFileSync("deploy/nginx.conf", "utf8");
  const numberOf = (directive: string) => Number(new RegExp(`^ *${directive} (\\d+);$`, "m").exec(main)?.[1]);
  expect(numberOf("worker_connections")).toBeGreaterThanOrEqual(8_192);
  expect(numberOf("worker_rlimit_nofile")).toBeGreaterThan(numberOf("worker_connections"));
  expect(main).toContain("    include /etc/nginx/conf.d/*.conf;\n");
});

test.each(["deploy/gateway.conf", "ops/nginx-tls.conf"])("request lines of 64 KiB pass %s", (file) => {
  const [, count, size] = /^ {4}large_client_header_buffers (\d+) (\d+)k;$/m.exec(readFileSync(file, "utf8")) ?? [];
  // Another buffer is for the headers.
  expect(Number(count)).toBeGreaterThan(1);
  expect(Number(size)).toBeGreaterThan(64);
});

test("all connections have memory for their largest headers", () => {
  const [, count, size] = /large_client_header_buffers (\d+) (\d+)k;/.exec(text) ?? [];
  const limit = readComposeFile({ EVENTSTORE_URL: "" }).services["gateway"]?.mem_limit;
  expect(Number.parseInt(String(limit), 10) * 1024).toBeGreaterThan(2 * 8_192 * Number(count) * Number(size));
});

test("a request must arrive within ten seconds, since its connection counts for no client before", () => {
  expect(text).toContain("    client_header_timeout 10s;\n");
});

/** The bytes of an address, a character each, as nginx has them in `$binary_remote_addr`. */
function binary(address: string): string {
  if (!address.includes(":")) return String.fromCharCode(...address.split(".").map(Number));
  const [before = [], after = []] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
  return String.fromCharCode(...groups.flatMap((group) => [group >> 8, group & 0xff]));
}

describe.each(["deploy/gateway.conf", "ops/nginx-tls.conf"])("for the limits of %s", (file) => {
  const map = /^map \$binary_remote_addr \$\w+ \{\n +default \$binary_remote_addr;\n +"~(.+)" \$(\w+);\n\}/m;
  const configuration = readFileSync(file, "utf8");
  const [, pattern = "", group = ""] = map.exec(configuration) ?? [];
  const keyOf = (address: string) => new RegExp(pattern, "s").exec(binary(address))?.groups?.[group] ?? binary(address);

  test("clients are the same as the services', however an IPv6 address is written", () => {
    const networks = [
      ["192.0.2.1"],
      ["192.0.2.2"],
      ["2001:db8::5", "2001:db8::6", "2001:db8:0:0:1:2:3:4", "2001:db8::1:2:3:4"],
      ["2001:db8:0:1::5", "2001:db8:0:1:5:6:7:8", "2001:db8:0:1::"],
      ["2001:db8:a0a:a0a::1", "2001:db8:a0a:a0a:a0a::"],
      ["2001:db8:1::5"],
      ["::1", "::2"],
    ];
    const clients = (key: (address: string) => string) => networks.map((each) => new Set(each.map(key)));
    for (const key of [keyOf, (ip: string) => clientOf({ ip })]) {
      expect(clients(key).map(({ size }) => size)).toEqual(networks.map(() => 1));
      expect(new Set(clients(key).flatMap((each) => [...each])).size).toBe(networks.length);
    }
  });

  test("connections and requests of each are counted, and refused with 429", () => {
    const [, client] = /^map \$binary_remote_addr \$(\w+) /m.exec(configuration) ?? [];
    for (const kind of ["conn", "req"]) {
      const [, zone] = new RegExp(`^limit_${kind}_zone \\$${client} zone=(\\w+):`, "m").exec(configuration) ?? [];
      expect(configuration).toMatch(new RegExp(`^ {4}limit_${kind} (zone=)?${zone} `, "m"));
      expect(configuration).toContain(`    limit_${kind}_status 429;\n`);
    }
  });

  test("IPv4 addresses within IPv6 ones are a client each", () => {
    expect(keyOf("::ffff:c000:207")).not.toBe(keyOf("::ffff:c000:208"));
  });
});
