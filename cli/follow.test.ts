import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { runCompiled, startCompiled } from "../test/compiled-command.ts";
import { ChangeFeed } from "../test/doubles/change-feed.ts";
import { folderUntil } from "../test/folder.ts";
import { filesIn } from "../test/kept-folder.ts";
import { listenLocally } from "../test/listen.ts";

const env = { PATH: process.env["PATH"] ?? "" };
const follow = (...words: readonly string[]) => runCompiled("follow", words, env);

/** A catalogue of 4 things, one of them deleted, beside values, which no folder keeps. */
async function catalogue(): Promise<ChangeFeed> {
  const feed = await ChangeFeed.start();
  afterAll(() => feed[Symbol.asyncDispose]());
  feed.put("record", "10.48597/9CMY-JWNR", '{ "title": "größe 😀", "exact": 1.50, "large": 12345678901234567890 }');
  feed.put("facility", "0lym", '{"identifier":"0lym"}');
  feed.put("station", "3", '{"id":3}');
  feed.put("timeseries", "38", '{"id":38}');
  feed.put("observations", "38", '{"timeseries":38}');
  feed.delete("facility", "0lym");
  return feed;
}

const newFolder = (): string => join(folderUntil(afterAll), "kept");

test.concurrent("a folder gets a file for each thing, its content as it came, and loses what is deleted", async () => {
  const feed = await catalogue();
  const folder = newFolder();
  const first = await follow(feed.url, "--to", folder, "--once");
  expect(first).toMatchObject({ code: 0, out: "" });
  expect(first.words).toContain("4 changes written");
  expect(filesIn(folder)).toEqual({
    "records/ojhgz5spt2ru4hdxyhumwwdvwq.json": '{ "title": "größe 😀", "exact": 1.50, "large": 12345678901234567890 }',
    "stations/3.json": '{"id":3}',
    "timeseries/38.json": '{"id":38}',
  });
  expect(feed.asked[0]?.get("types")).toBe("record,facility,station,timeseries");
  feed.delete("record", "10.48597/9CMY-JWNR");
  feed.put("station", "3", '{"id":3,"name":"Manglerud"}');
  expect((await follow(feed.url, "--to", folder, "--once")).words).toContain("2 changes written");
  expect(filesIn(folder)).toEqual(feed.files);
  expect(readdirSync(folder).toSorted()).toEqual([".airlog", "facilities", "records", "stations", "timeseries"]);
});

test.concurrent("killed again and again, it goes on where it was", { timeout: 60_000 }, async () => {
  const feed = await catalogue();
  feed.pageSize = 10;
  for (let id = 1; id <= 120; id++) feed.put("station", `${id}`, `{"id":${id}}`);
  const folder = newFolder();
  let kills = 0;
  for (let isDone = false; !isDone; ) {
    const { child, ended } = startCompiled("follow", [feed.url, "--to", folder, "--once"], env);
    const before = feed.asked.length;
    const killing = vi
      .waitUntil(() => feed.asked.length > before + 3 || child.exitCode !== null, { timeout: 30_000, interval: 1 })
      .then(() => child.kill("SIGKILL"));
    await Promise.all([ended, killing]);
    isDone = child.exitCode === 0;
    if (!isDone) kills += 1;
    if (kills % 3 === 0) feed.delete("station", `${kills}`);
  }
  expect(kills).toBeGreaterThan(2);
  expect((await follow(feed.url, "--to", folder, "--once")).code).toBe(0);
  expect(filesIn(folder)).toEqual(feed.files);
  expect(readdirSync(join(folder, ".airlog", "parts"))).toEqual([]);
});

test.concurrent("it waits for changes, refuses a second call on the folder, and ends at SIGTERM with 0", async () => {
  const feed = await catalogue();
  const folder = newFolder();
  const { child, ended } = startCompiled("follow", [feed.url, "--to", folder], env);
  await vi.waitUntil(() => feed.asked.length > 1, 10_000);
  feed.put("station", "4", "4");
  await vi.waitUntil(() => existsSync(join(folder, "stations/4.json")), 10_000);
  const second = await follow(feed.url, "--to", folder, "--once");
  expect(second.code).toBe(1);
  expect(second.words).toContain(`${folder} is in use: process ${child.pid} `);
  child.kill("SIGTERM");
  await ended;
  expect(child.exitCode).toBe(0);
  expect(filesIn(folder)).toEqual(feed.files);
});

test.concurrent("when the address has another log, all comes again, and what that log lacks goes", async () => {
  const feed = await catalogue();
  const folder = newFolder();
  await follow(feed.url, "--to", folder, "--once");
  writeFileSync(join(folder, "stations", "notes.txt"), "not of the catalogue");
  feed.changeLog();
  feed.put("station", "3", '{"id":3}');
  const { code, words } = await follow(feed.url, "--to", folder, "--once");
  expect(code).toBe(0);
  expect(words).toContain("has another log now");
  expect(words).toContain("2 files removed that this log lacks");
  expect(filesIn(folder)).toEqual({ ...feed.files, "stations/notes.txt": "not of the catalogue" });
});

test.concurrent("--types narrows what is asked for", async () => {
  const feed = await catalogue();
  const folder = newFolder();
  expect((await follow(feed.url, "--to", folder, "--once", "--types", "station, record")).code).toBe(0);
  expect(Object.keys(filesIn(folder)).map((name) => name.split("/")[0])).toEqual(["records", "stations"]);
  expect(feed.asked[0]?.get("types")).toBe("station,record");
  const { code, words } = await follow(feed.url, "--to", folder, "--once");
  expect(code).toBe(1);
  expect(words).toContain("is the state of --types station,record");
});

test.concurrent("a state of another address or folder is refused, and so is a folder that has other files", async () => {
  const feed = await catalogue();
  const folder = newFolder();
  const state = `${folder}.state`;
  expect((await follow(feed.url, "--to", folder, "--state", state, "--once")).code).toBe(0);
  expect(existsSync(join(folder, ".airlog", "state.json"))).toBe(false);
  const moved = await follow("http://127.0.0.1:1", "--to", folder, "--state", state, "--once");
  expect(moved).toMatchObject({ code: 1, words: expect.stringContaining(`is the state of ${feed.url}/, not of`) });
  const other = await follow(feed.url, "--to", `${folder}.other`, "--state", state, "--once");
  expect(other).toMatchObject({ code: 1, words: expect.stringContaining("is the state of another folder") });
  const withoutState = await follow(feed.url, "--to", folder, "--once");
  expect(withoutState).toMatchObject({ code: 1, words: expect.stringContaining("holds other files") });
  expect(filesIn(folder)).toEqual(feed.files);
  writeFileSync(state, "{}");
  const bad = await follow(feed.url, "--to", folder, "--state", state, "--once");
  expect(bad).toMatchObject({ code: 1, words: expect.stringContaining(`${state} is not the state of a follow`) });
});

test.concurrent("a folder that can't be kept stays as it is", async () => {
  const feed = await catalogue();
  const folder = folderUntil(afterAll);
  writeFileSync(join(folder, "notes.txt"), "not of the catalogue");
  const { code, words } = await follow(feed.url, "--to", folder, "--state", `${folder}.state`, "--once");
  expect(code).toBe(1);
  expect(words).toContain(`${folder} holds other files (notes.txt)`);
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
  expect(existsSync(`${folder}.state.lock`)).toBe(false);
});

test.concurrent("a folder in which nothing may be written is named, and what helps", async () => {
  const { code, words } = await follow("http://127.0.0.1:1", "--to", "/sys/kept", "--once");
  expect(code).toBe(1);
  expect(words).toMatch(/\n\/sys\/kept can't be used \(E[A-Z]+\): /);
  expect(words).not.toContain("AIRLOG_DATA");
});

test.concurrent("a command gets the changes alone, a line each, and one that fails gets them again", async () => {
  const feed = await catalogue();
  const folder = folderUntil(afterAll);
  const [state, got] = [join(folder, "state"), join(folder, "got")];
  // Fails the first time, after it has read all.
  const command = `cat >>${got}; echo done; test -e ${got}.failed || { touch ${got}.failed; exit 3; }`;
  const { code, out, words } = await follow(feed.url, "--exec", command, "--state", state, "--once");
  expect({ code, out }).toEqual({ code: 0, out: "done\ndone\n" });
  expect(words).toContain("ended with exit code 3");
  const lines = readFileSync(got, "utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 5)).toEqual(lines.slice(5));
  const changes = lines
    .slice(0, 5)
    .map((line) => JSON.parse(line) as { type: string; subject: string; data?: unknown });
  expect(changes.map(({ type, subject }) => `${type} ${subject}`)).toEqual([
    "airlog.record.changed 10.48597/9CMY-JWNR",
    "airlog.station.changed 3",
    "airlog.timeseries.changed 38",
    "airlog.observations.changed 38",
    "airlog.facility.deleted 0lym",
  ]);
  expect(changes[1]?.data).toEqual({ id: 3 });
  // Nothing has changed: the command is not run.
  expect(await follow(feed.url, "--exec", command, "--state", state, "--once")).toMatchObject({ code: 0, out: "" });
});

test.concurrent("a command need not read what it is given, and has the whole of a page before a signal counts", async () => {
  const feed = await catalogue();
  for (let id = 1; id <= 900; id++) feed.put("station", `${id}`, JSON.stringify({ text: "x".repeat(1_000) }));
  const folder = folderUntil(afterAll);
  const state = join(folder, "state");
  const unread = await follow(feed.url, "--exec", "true", "--state", state, "--once");
  expect(unread).toMatchObject({ code: 0 });
  feed.put("station", "1", "1");
  const [begun, done] = [join(folder, "begun"), join(folder, "done")];
  const command = `touch ${begun}; sleep 1; cat >${done}`;
  const { child, ended } = startCompiled("follow", [feed.url, "--exec", command, "--state", state], env);
  await vi.waitUntil(() => existsSync(begun), 10_000);
  child.kill("SIGTERM");
  await ended;
  expect(child.exitCode).toBe(0);
  expect(readFileSync(done, "utf8")).toContain("airlog.station.changed");
  expect(await follow(feed.url, "--exec", "cat", "--state", state, "--once")).toMatchObject({ code: 0, out: "" });
});

test.concurrent("a catalogue that can't be reached is asked until it can, as it says", async () => {
  const feed = await catalogue();
  feed.faults.push("unavailable", "silent loss");
  const folder = newFolder();
  const { code, words } = await follow(feed.url, "--to", folder, "--once");
  expect(code).toBe(0);
  expect(words).toContain("it answers 503: The detail of not-yet-visible. Trying again");
  expect(words).toContain("the page was cut off");
  expect(filesIn(folder)).toEqual(feed.files);
}, 30_000);

test.concurrent.each([
  [404, "text/html", "it answers 404"],
  [200, "text/html; charset=utf-8", "it answers text/html; charset=utf-8 instead of application/x-ndjson"],
])("an address that answers %i with %s is no catalogue: it fails", async (status, type, reason) => {
  const server = createServer((_, response) => response.writeHead(status, { "Content-Type": type }).end("<html>"));
  afterAll(() => void server.close());
  const url = `http://${await listenLocally(server)}`;
  const { code, words } = await follow(url, "--to", newFolder());
  expect(code).toBe(1);
  expect(words).toContain(`${url}/ can't be followed: ${reason}`);
});

test.concurrent("a subject that is no id makes no file anywhere", async () => {
  const feed = await catalogue();
  feed.put("station", "../../x", '"x"');
  feed.put("timeseries", "1/../../../y", '"y"');
  feed.put("record", "../../z", '"z"');
  const above = folderUntil(afterAll);
  const folder = join(above, "a", "kept");
  mkdirSync(join(above, "a"));
  expect((await follow(feed.url, "--to", folder, "--once")).code).toBe(0);
  expect(Object.values(filesIn(above)).filter((content) => ['"x"', '"y"'].includes(content))).toEqual([]);
  expect(Object.keys(filesIn(folder)).filter((name) => name.startsWith("records/"))).toHaveLength(2);
});
