import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderUntil } from "../folder.ts";

const folder = folderUntil(afterAll);

/**
 * Runs a copy of deploy/upgrade with a docker that records its arguments and knows two old containers of query and one of
 * each other service.
 */
function upgrade(name: string, failure = "") {
  const checkout = join(folder, name);
  const bin = join(checkout, "deploy");
  mkdirSync(bin, { recursive: true });
  copyFileSync("deploy/upgrade", join(bin, "upgrade"));
  const script = `#!/bin/sh
echo "$*" >>"${bin}/said"
case "$*" in
  ${failure || "never"}) exit 1 ;;
  "compose ps --quiet query") printf 'query-1\\nquery-2\\n' ;;
  "compose ps --quiet "*) echo "$4-1" ;;
  "compose ps --all --quiet query")
    made=
    if grep -q 'no-start.*query$' "${bin}/said"; then made='query-3\\nquery-4\\n'; fi
    printf "query-1\\n$made""query-run\\nquery-2\\n" ;;
  "compose ps --all --quiet "*)
    echo "$5-1"
    if grep -q "no-start.*$5"'$' "${bin}/said"; then echo "$5-2"; fi ;;
  "inspect "*) printf 'airlog_engines\\n\\nairlog_services\\n\\n' ;;
  "logs "*) echo "a line"; echo "a line of $2" >&2 ;;
esac
`;
  writeFileSync(join(bin, "docker"), script, { mode: 0o755 });
  writeFileSync(join(bin, "sleep"), `#!/bin/sh\necho "sleep $1" >>"${bin}/said"\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` };
  const run = () => execFileSync(join(bin, "upgrade"), { env, stdio: "ignore" });
  const said = () => readFileSync(join(bin, "said"), "utf8").trim().split("\n");
  return { run, said, logs: join(checkout, "logs") };
}

const CREATE = "compose up --no-start --no-deps --no-recreate --scale";
const START = "compose up --detach --no-deps --no-recreate --wait --scale";

test("an upgrade starts each new container beside the old one, out of the gateway's sight until it is healthy, and stops the old projector last", () => {
  const { run, said } = upgrade("whole");
  run();
  expect(said().filter((words) => !/^inspect|^compose ps --all/.test(words))).toEqual([
    "compose ps --quiet projector",
    "compose build",
    "compose run --rm --no-deps projector airlog replay",
    `${START} projector=2 projector`,
    "compose ps --quiet query",
    "compose rm --force query",
    `${CREATE} query=4 query`,
    "network disconnect airlog_services query-3",
    "network disconnect airlog_services query-4",
    `${START} query=4 query`,
    "network connect --alias query airlog_services query-3",
    "network connect --alias query airlog_services query-4",
    "sleep 6",
    "stop query-1",
    "logs query-1",
    "rm query-1",
    "sleep 7",
    "stop query-2",
    "logs query-2",
    "rm query-2",
    "sleep 7",
    "compose ps --quiet command",
    "compose rm --force command",
    `${CREATE} command=2 command`,
    "network disconnect airlog_services command-2",
    `${START} command=2 command`,
    "network connect --alias command airlog_services command-2",
    "sleep 6",
    "stop command-1",
    "logs command-1",
    "rm command-1",
    "sleep 7",
    "stop projector-1",
    "logs projector-1",
    "rm projector-1",
  ]);
});

test("an upgrade keeps the logs of the old containers, for its user alone", () => {
  const { run, logs } = upgrade("logging");
  run();
  const files = ["command-command-1.log", "projector-projector-1.log", "query-query-1.log", "query-query-2.log"];
  expect(readdirSync(logs).sort()).toEqual(files);
  expect(readFileSync(join(logs, "query-query-2.log"), "utf8")).toBe("a line\na line of query-2\n");
  expect(statSync(join(logs, "command-command-1.log")).mode & 0o777).toBe(0o600);
});

test("an upgrade that can't keep the log of a container does not remove the container", () => {
  const { run, said } = upgrade("unreadable", '"logs "*');
  expect(run).toThrow();
  expect(said().filter((words) => words.startsWith("rm "))).toEqual([]);
});

test("an upgrade whose new containers don't become healthy stops none of the old ones", () => {
  const { run, said } = upgrade("failing", '"compose up --detach "*query');
  expect(run).toThrow();
  expect(said().filter((words) => /^(stop|rm) /.test(words))).toEqual([]);
});
