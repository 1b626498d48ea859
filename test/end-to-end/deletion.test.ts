import { afterAll, beforeAll, expect, test } from "vitest";
import { record } from "./samples.ts";
import type { AccountName } from "./system.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
});
afterAll(() => system.close());

const path = "/api/provider/metadata/delete";
const remove = (account: AccountName, pids: unknown, headers: Record<string, string> = {}) =>
  system.as(account).post(path, pids, { headers });
const add = async (account: AccountName, ...pids: string[]) =>
  (
    await system.as(account).post(
      "/api/provider/metadata/add",
      pids.map((pid) => record(pid)),
    )
  ).position;
const exists = async (pid: string, after?: string) =>
  (await system.reader.get(`/api/metadata/record?${new URLSearchParams({ pid })}`, { after })).status === 200;

test("answers 204 without a body when every record is deleted", async () => {
  await add("provider", "a1", "a2");
  const answer = await remove("colleague", ["a1", "a2", "a1"]);
  expect(answer.status).toBe(204);
  expect(await exists("a1", answer.position)).toBe(false);
  expect(await exists("a2", answer.position)).toBe(false);
});

test("Prefer: return=representation gets a body, in which duplicates are listed once", async () => {
  await add("provider", "b1");
  const answer = await remove("provider", ["b1", "b1", "never seen"], { Prefer: "return=representation" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Preference-Applied")).toContain("return=representation");
  expect(answer.json()).toEqual({ deleted: ["b1", "never seen"], notAllowedToDelete: [] });
});

test("unknown and deleted PIDs count as deleted", async () => {
  expect((await remove("provider", ["never seen", "nor this"])).status).toBe(204);
});

test("answers 206 and lists the records of another provider, which stay", async () => {
  await add("provider", "c1");
  await add("other", "c2");
  const answer = await remove("provider", ["c1", "c2"]);
  expect(answer.status).toBe(206);
  expect(answer.json()).toEqual({ deleted: ["c1"], notAllowedToDelete: ["c2"] });
  expect(await exists("c1", answer.position)).toBe(false);
  expect(await exists("c2", answer.position)).toBe(true);
});

test("answers 401 and deletes nothing when every record belongs to another provider", async () => {
  const position = await add("other", "d1", "d2");
  const answer = await remove("provider", ["d1", "d2"]);
  expect(answer.json()).toMatchObject({
    status: 401,
    code: "not-allowed-to-delete",
    deleted: [],
    notAllowedToDelete: ["d1", "d2"],
  });
  expect(await exists("d1", position)).toBe(true);
});

test("a metadata administrator may delete records of every provider", async () => {
  await add("provider", "e1");
  await add("other", "e2");
  expect((await remove("curator", ["e1", "e2"])).status).toBe(204);
});

test("an account without a delete role gets 401 with every PID listed", async () => {
  const position = await add("provider", "f1");
  const answer = await remove("bystander", ["f1"]);
  expect(answer.json()).toMatchObject({ status: 401, deleted: [], notAllowedToDelete: ["f1"] });
  expect(await exists("f1", position)).toBe(true);
});

test.each([
  ["no token", {}, "token-missing"],
  ["a broken token", { Authorization: "Bearer abc" }, "token-invalid"],
  ["another scheme", { Authorization: "Basic YTpi" }, "token-invalid"],
])("a request with %s gets 401 with an empty list", async (_what, headers, code) => {
  const answer = await system.with({ ...headers }).post(path, ["g1"]);
  expect(answer.json()).toMatchObject({ status: 401, deleted: [], notAllowedToDelete: [], code });
  expect(answer.headers.get("WWW-Authenticate")).toContain('Bearer error="invalid_token"');
});

test("an empty list answers 204", async () => {
  expect((await remove("provider", [])).status).toBe(204);
});

test.each([{}, ["a", 1], "a", null])("the body %j is refused", async (body) => {
  expect((await remove("provider", JSON.stringify(body))).json()).toMatchObject({ status: 400 });
});

test("a deleted PID belongs to the provider that adds it next", async () => {
  await add("provider", "h1");
  await remove("provider", ["h1"]);
  await add("other", "h1");
  expect((await remove("provider", ["h1"])).status).toBe(401);
  expect((await remove("other", ["h1"])).status).toBe(204);
});

test("a dry run deletes nothing", async () => {
  const position = await add("provider", "i1");
  const answer = await system.as("provider").post(`${path}?dry_run=true`, ["i1"]);
  expect(answer.status).toBe(204);
  expect(await exists("i1", position)).toBe(true);
});
