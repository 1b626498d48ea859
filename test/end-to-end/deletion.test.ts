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

test("all deleted is 204 without a body", async () => {
  await add("provider", "a1", "a2");
  const answer = await remove("colleague", ["a1", "a2", "a1"]);
  expect(answer.status).toBe(204);
  expect(await exists("a1", answer.position)).toBe(false);
  expect(await exists("a2", answer.position)).toBe(false);
});

test("a body comes when it is asked for, duplicates counted once", async () => {
  await add("provider", "b1");
  const answer = await remove("provider", ["b1", "b1", "never seen"], { Prefer: "return=representation" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Preference-Applied")).toContain("return=representation");
  expect(answer.json()).toEqual({ deleted: ["b1", "never seen"], notAllowedToDelete: [] });
});

test("unknown and deleted PIDs count as deleted", async () => {
  expect((await remove("provider", ["never seen", "nor this"])).status).toBe(204);
});

test("another provider's records stay, and the answer says which", async () => {
  await add("provider", "c1");
  await add("other", "c2");
  const answer = await remove("provider", ["c1", "c2"]);
  expect(answer.status).toBe(206);
  expect(answer.json()).toEqual({ deleted: ["c1"], notAllowedToDelete: ["c2"] });
  expect(await exists("c1", answer.position)).toBe(false);
  expect(await exists("c2", answer.position)).toBe(true);
});

test("all refused is 401 and nothing is deleted", async () => {
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

test("a metadata administrator deletes anybody's", async () => {
  await add("provider", "e1");
  await add("other", "e2");
  expect((await remove("curator", ["e1", "e2"])).status).toBe(204);
});

test("without either role it is 401 and names every PID", async () => {
  const position = await add("provider", "f1");
  const answer = await remove("bystander", ["f1"]);
  expect(answer.json()).toMatchObject({ status: 401, deleted: [], notAllowedToDelete: ["f1"] });
  expect(await exists("f1", position)).toBe(true);
});

test.each([
  ["no token", {}, "token-missing"],
  ["a broken token", { Authorization: "Bearer abc" }, "token-invalid"],
  ["another scheme", { Authorization: "Basic YTpi" }, "token-invalid"],
])("with %s it is 401 and the list is empty", async (_what, headers, code) => {
  const answer = await system.with(headers as Record<string, string>).post(path, ["g1"]);
  expect(answer.json()).toMatchObject({ status: 401, deleted: [], notAllowedToDelete: [], code });
  expect(answer.headers.get("WWW-Authenticate")).toContain('Bearer error="invalid_token"');
});

test("an empty list is 204", async () => {
  expect((await remove("provider", [])).status).toBe(204);
});

test.each([{}, ["a", 1], "a", null])("%j is refused", async (body) => {
  expect((await remove("provider", JSON.stringify(body))).json()).toMatchObject({ status: 400 });
});

test("whoever adds a deleted PID again owns it", async () => {
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
