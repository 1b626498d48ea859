import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderUntil } from "../folder.ts";
import { freePort } from "../listen.ts";
import { blocksOf, PAGES, PLACES, type Place, readPage } from "./page.ts";
import { Shell } from "./shell.ts";
import { type RunningPlace, startPlace } from "./systems.ts";

const START_TIMEOUT_MS = 180_000;
const BLOCK_TIMEOUT_MS = 120_000;
const ADDRESS = "http://127.0.0.1:8080";

const records = folderUntil(afterAll);
const places = new Map<Place, RunningPlace>();
const shells = new Map<string, Shell>();

beforeAll(async () => {
  const started = await Promise.all(PLACES.map(async (place) => [place, await startPlace(place)] as const));
  for (const [place, running] of started) places.set(place, running);
}, START_TIMEOUT_MS);

afterAll(async () => {
  for (const shell of shells.values()) shell.close();
  await Promise.all([...places.values()].map((place) => place.close()));
});

/** The shell of a page's blocks that run on the place. */
function shellOf(name: string, place: Place): Shell {
  const key = `${name} on ${place}`;
  const running = places.get(place);
  if (!running) throw new Error(`${place} is not started`);
  const shell = shells.get(key) ?? new Shell({ ...running, records: join(records, String(shells.size)) });
  shells.set(key, shell);
  return shell;
}

/** Runs commands, with the page's addresses replaced by those of this test. */
async function run(name: string, place: Place, commands: string) {
  const here = commands.replaceAll(ADDRESS, places.get(place)?.url ?? ADDRESS);
  const ports = new Map<string, number>();
  for (const [port] of here.matchAll(/\b808[1-9]\b/g)) if (!ports.has(port)) ports.set(port, await freePort());
  return shellOf(name, place).run(here.replaceAll(/\b808[1-9]\b/g, (port) => String(ports.get(port))));
}

describe.each(PAGES)("the commands of %s", (page) => {
  const blocks = blocksOf(page, readPage(page));

  test("are all run, or say why they are not", () => {
    expect(blocks.filter(({ place, reason }) => place === undefined && reason === undefined)).toEqual([]);
  });

  for (const { line, commands, place } of blocks) {
    if (place === undefined) continue;
    test(
      `do what the page says at line ${line}, on: ${place}`,
      async () => {
        const { complaints, output } = await run(page, place, commands);
        expect(complaints, output.slice(0, 2000)).toEqual([]);
      },
      BLOCK_TIMEOUT_MS,
    );
  }
});

test("the requests that the demonstration prints find something", async () => {
  const { output = "" } = places.get("demo") ?? {};
  const requests = output.split("\n").filter((line) => line.startsWith("curl "));
  expect(requests.length).toBeGreaterThan(5);
  const { complaints, output: answers } = await run("the demonstration", "demo", requests.join("\n"));
  expect(complaints, answers.slice(0, 2000)).toEqual([]);
});

describe("an example is found wrong", () => {
  test.each([
    ["a command that fails", "ls /no/such/folder", /a command failed/],
    ["a pipe whose first command fails", "ls /no/such/folder | cat", /a command failed/],
    ["a script that package.json lacks", "npm run nothing", /a command failed/],
    ["a route that is not there", `curl -s ${ADDRESS}/nowhere`, /answered 404, not 2xx/],
    ["a refused request within another command", `echo "$(curl -s ${ADDRESS}/nowhere)"`, /answered 404, not 2xx/],
    ["another status than it names", `# answers 409: …\ncurl -s ${ADDRESS}/api/version`, /answered 200, not 409/],
    ["a search without hits", `curl -s ${ADDRESS}/api/metadata/search -d '{}'`, /answered 415, not 2xx/],
    ["an array that is empty", `curl -s ${ADDRESS}/aq/utd`, /found nothing/],
    ["a table of its head alone", `curl -s ${ADDRESS}/aq/utd.csv`, /found nothing/],
    [
      "a search that has no hits",
      `curl -s ${ADDRESS}/api/metadata/search -H 'Content-Type: application/json' -d '{}'`,
      /found nothing/,
    ],
    ["something where it promises nothing", `# answers []\ncurl -s ${ADDRESS}/api/version`, /found something/],
  ])("that has %s", async (_, commands, complaint) => {
    const { complaints } = await run("broken examples", "empty system", commands);
    expect(complaints).toEqual([expect.stringMatching(complaint)]);
  });

  test("that does not say what it runs on", () => {
    expect(blocksOf("page", "text\n```sh\nls\n```\n")).toMatchObject([{ place: undefined, reason: undefined }]);
  });
});
