import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../../contracts/openapi/document.ts";
import { CALL_LANGUAGES, CALLS, type Call, type CallLanguage } from "../../services/query/portal/components/calls.ts";
import { exampleCall } from "../../services/query/portal/docs/example-call.ts";
import { CAPABILITIES } from "../../services/query/portal/docs/frame.tsx";
import { operationsOf } from "../../services/query/portal/docs/operations.ts";
import { folderUntil } from "../folder.ts";
import { type AccountName, oneProcess, PASSWORD, type System } from "./system.ts";

/** Examples that can't succeed here: a token for an account that is not there, data that is cut, and a file of another build. */
const NOT_RUN = ["login", "publishUvForecast", "getAsset"];

/** The account whose token has the role. */
const BY_ROLE: Readonly<Record<string, AccountName>> = {
  facility_admin: "registrar",
  metadata_provider: "provider",
  station_admin: "network",
  observation_provider: "instruments",
};

interface Example {
  readonly id: string;
  readonly call: Call;
  readonly token: string | undefined;
}

const run = promisify(execFile);
const folder = folderUntil(afterAll);
let system: System;
let base: string;
let examples: readonly Example[];

beforeAll(async () => {
  system = await oneProcess.start();
  base = system.urlOf("/").replace(/\/$/, "");
  const document = (await system.reader.get("/openapi.json")).json<OpenApiDocument>();
  const tokens = new Map<string, string>();
  for (const [role, username] of Object.entries(BY_ROLE)) {
    const login = await system.reader.post("/api/auth/token", { username, password: PASSWORD });
    tokens.set(role, login.json<{ access_token: string }>().access_token);
  }
  examples = CAPABILITIES.flatMap((tag) => operationsOf(tag, document)).map((route) => {
    const [role = ""] = route.operation["x-roles"] ?? [];
    return { id: route.operation.operationId, call: exampleCall(route), token: tokens.get(role) };
  });
}, 60_000);
afterAll(() => system.close());

/** The example with everything checked and nothing stored, so that each language can make it. */
const dry = (given: Example): Example => {
  const { call } = given;
  return call.needsToken ? { ...given, call: { ...call, target: `${call.target}?dry_run=true` } } : given;
};

const named = (...ids: readonly string[]) => examples.filter(({ id }) => ids.includes(id)).map(dry);
const bodyOf = (id: string): object => Object(examples.find((each) => each.id === id)?.call.body);

/** Routes whose examples succeed before the things that they name are stored. */
const IN_EMPTY_SYSTEM = ["addFacility", "addStations"];
const AT_EMPTY_STATION = ["addTimeSeries", "deleteStation"];

describe("the examples of the documentation", () => {
  test.each(CALL_LANGUAGES)("in %s are answered by an empty system", async (language) => {
    expect(await failuresOf(language, named(...IN_EMPTY_SYSTEM))).toEqual([]);
  });

  test("name the 17th station", async () => {
    const station = bodyOf("addStations");
    const others = Array.from({ length: 16 }, (_, index) => ({ ...station, name: `Station ${index}` }));
    await added("network", "/api/provider/stations/add", others);
    await added("network", "/api/provider/stations/add", station);
  });

  test.each(CALL_LANGUAGES)("in %s are answered for a station without series", async (language) => {
    expect(await failuresOf(language, named(...AT_EMPTY_STATION))).toEqual([]);
  });

  test("name the 38th series, a facility, and a record", async () => {
    const series = bodyOf("addTimeSeries");
    const others = Array.from({ length: 37 }, (_, index) => ({ ...series, station: 1, component: `C${index}` }));
    await added("instruments", "/api/provider/timeseries/add", others);
    await added("instruments", "/api/provider/timeseries/add", series);
    await added("instruments", "/api/provider/observations/add", bodyOf("addObservations"));
    await added("registrar", "/api/provider/facilities/add", bodyOf("addFacility"));
    await added("provider", "/api/provider/metadata/add", bodyOf("addRecords"));
  });

  test.each(CALL_LANGUAGES)("in %s are answered by every other route", async (language) => {
    const asked = [...IN_EMPTY_SYSTEM, ...AT_EMPTY_STATION, ...NOT_RUN];
    const others = examples.filter(({ id }) => !asked.includes(id));
    expect(others.length).toBeGreaterThan(50);
    expect(await failuresOf(language, others.map(dry))).toEqual([]);
  });
});

async function added(account: AccountName, path: string, body: unknown): Promise<void> {
  const headers = { Prefer: "wait=20" };
  const answer = await system.as(account).post(path, body, { headers });
  expect([answer.status, answer.headers.get("Preference-Applied")], answer.text).toEqual([200, "wait"]);
}

/** Runs the examples in one process; returns what those that fail say. */
async function failuresOf(language: CallLanguage, given: readonly Example[]): Promise<readonly string[]> {
  const programs = given.map(({ id, call, token = "" }) => ({ id, token, code: CALLS[language](call, base) }));
  return RUNNERS[language](programs);
}

interface Program {
  readonly id: string;
  readonly token: string;
  readonly code: string;
}

const RUNNERS: Readonly<Record<CallLanguage, (programs: readonly Program[]) => Promise<readonly string[]>>> = {
  curl: async (programs) => {
    const lines = programs.map(
      ({ id, token, code }) =>
        `AIRLOG_TOKEN='${token}'\n{ ${code}\n} >"$out" || { echo "${id}: $(head -c 500 "$out")"; }`,
    );
    const prelude = `out='${join(folder, "answer")}'\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }`;
    const script = join(folder, "examples.sh");
    await writeFile(script, [prelude, ...lines].join("\n"));
    // Some write files.
    return linesOf(await run("bash", [script], { cwd: folder }));
  },

  Python: async (programs) => {
    const script = join(folder, "examples.py");
    await writeFile(`${script}.json`, JSON.stringify(programs));
    await writeFile(script, PYTHON);
    return linesOf(await run("python3", [script, `${script}.json`]));
  },

  // They are compiled with the strictest types first.
  TypeScript: async (programs) => {
    const sources = join(folder, "typescript");
    await mkdir(sources, { recursive: true });
    const files = programs.map(({ id }) => join(sources, `${id}.ts`));
    for (const [index, { code }] of programs.entries()) {
      await writeFile(files[index] ?? "", `export {};\n${code}\n`);
    }
    const node = join(process.cwd(), "node_modules/@types");
    const options = ["--strict", "--module", "nodenext", "--target", "es2022", "--typeRoots", node, "--types", "node"];
    await writeFile(join(sources, "package.json"), '{ "type": "module" }');
    await run("node_modules/.bin/tsc", [...options, "--ignoreConfig", ...files]);
    await writeFile(join(sources, "programs.json"), JSON.stringify(programs));
    await writeFile(join(sources, "run.js"), TYPESCRIPT);
    return linesOf(await run(process.execPath, [join(sources, "run.js"), sources]));
  },
};

const linesOf = ({ stdout }: { stdout: string }): readonly string[] => stdout.split("\n").filter(Boolean);

const PYTHON = `
import contextlib, io, json, os, sys

for program in json.load(open(sys.argv[1])):
    os.environ["AIRLOG_TOKEN"] = program["token"]
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            exec(compile(program["code"], program["id"], "exec"), {})
        if not said.getvalue().strip():
            print(program["id"] + ": printed nothing")
    except Exception as error:
        print(program["id"] + ": " + repr(error))
`;

const TYPESCRIPT = `
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
for (const { id, token } of JSON.parse(readFileSync(folder + "/programs.json", "utf8"))) {
  process.env.AIRLOG_TOKEN = token;
  const said = [];
  const { log } = console;
  console.log = (text) => said.push(text);
  let failure;
  try {
    await import(pathToFileURL(folder + "/" + id + ".js"));
    if (said[0] === undefined) failure = "printed nothing";
  } catch (error) {
    failure = String(error);
  }
  console.log = log;
  if (failure !== undefined) console.log(id + ": " + failure.replaceAll("\\n", " "));
}
`;
