import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROBLEMS } from "../../contracts/problem.ts";

const text = readFileSync("deploy/gateway.conf", "utf8");

/** The entries of a `map $status` block. */
function statusMap(variable: string): ReadonlyMap<string, string> {
  const [, block = ""] = new RegExp(`map \\$status \\$${variable} \\{([^}]*)\\}`).exec(text) ?? [];
  const entries = [...block.matchAll(/^\s*(\w+) "?(.+?)"?;$/gm)];
  return new Map(entries.map(([, status = "", value = ""]) => [status, value]));
}

const codes = statusMap("problem_code");

test("each failure that the gateway answers itself has a code of ours, with its title and a detail", () => {
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
