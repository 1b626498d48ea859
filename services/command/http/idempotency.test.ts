import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { migrate } from "../../../platform/database/migrations.ts";
import type { Database } from "../../../platform/database/port.ts";
import { problem } from "../../../platform/http/problem.ts";
import { startCommandService } from "../../../test/command-service.ts";
import { databaseWith } from "../../../test/doubles/database.ts";
import { databaseUntil } from "../../../test/postgres.ts";
import { record } from "../../../test/records.ts";
import { COMMAND_MIGRATIONS } from "../schema.ts";
import { createIdempotency, type KeyedRun, type RepeatableRequest } from "./idempotency.ts";

const database = await databaseUntil(afterAll);
await migrate(database, COMMAND_MIGRATIONS);
const service = await startCommandService();
let now = new Date("2024-05-01T12:00:00Z");

const answers = () => createIdempotency(database, () => now);
const request = (key: string, other: Partial<RepeatableRequest> = {}): RepeatableRequest => ({
  account: "ada",
  provider: "nilu",
  method: "POST",
  path: "/x",
  key,
  bodyHash: "a",
  ...other,
});
const storedKeys = async (): Promise<readonly string[]> =>
  (await database.query<{ key: string }>("select key from remembered_answers order by key")).map(({ key }) => key);

/** Work that counts how often it was done. */
function work(outcome: () => unknown = () => ({ done: true })) {
  const counted = {
    times: 0,
    run: async () => {
      counted.times++;
      return outcome();
    },
  };
  return counted;
}

/** Work on a streamed body that stores some of it. */
const storing = async ({ noteStored }: KeyedRun) => {
  noteStored();
  return { done: true };
};

test("a repeated request gets the first answer and is not done again", async () => {
  const once = work();
  for (let time = 0; time < 3; time++) expect(await answers().once(request("k1"), once.run)).toEqual({ done: true });
  expect(once.times).toBe(1);
});

test("a key counts within its account, method and path", async () => {
  const each = work();
  const scopes = [{}, { account: "fmi" }, { method: "DELETE" }, { path: "/y" }];
  for (const scope of scopes) await answers().once(request("k2", scope), each.run);
  expect(each.times).toBe(4);
});

test("a key that comes with another body is refused", async () => {
  await answers().once(request("k3"), work().run);
  await expect(answers().once(request("k3", { bodyHash: "b" }), work().run)).rejects.toMatchObject({
    code: "key-reused",
  });
});

/** A request whose work has begun and goes on until it is told to finish. */
async function begun(first: RepeatableRequest): Promise<{ answer: Promise<unknown>; finish(value: unknown): void }> {
  return new Promise((started, failed) => {
    const answer = answers().once(first, () => new Promise((finish) => started({ answer, finish })));
    answer.catch(failed);
  });
}

test("while the first request runs, its repetition is refused as running", async () => {
  const first = await begun(request("k4"));
  await expect(answers().once(request("k4"), work().run)).rejects.toMatchObject({ code: "request-running" });
  first.finish(7);
  expect(await first.answer).toBe(7);
  expect(await answers().once(request("k4"), work().run)).toBe(7);
});

test("one of many concurrent requests does the work", async () => {
  const once = work();
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => answers().once(request("k5"), once.run)));
  expect(once.times).toBe(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "request-running" });
  }
});

test("the claim of a holder that crashed ends; its request can then be done again, another body can't", async () => {
  await begun(request("k6"));
  await expect(answers().once(request("k6"), work().run)).rejects.toMatchObject({ code: "request-running" });
  now = new Date(now.getTime() + 31_000);
  await expect(answers().once(request("k6", { bodyHash: "b" }), work().run)).rejects.toMatchObject({
    code: "key-reused",
  });
  expect(await answers().once(request("k6"), work().run)).toEqual({ done: true });
});

test.each([
  ["facility-exists", true],
  ["body-invalid", true],
  ["too-many-items", true],
  ["not-allowed-to-delete", false],
  ["too-many-requests", false],
  ["busy", false],
  ["engine-unavailable", false],
] as const)("the problem %s is remembered: %s", async (code, remembered) => {
  const failing = work(() => {
    throw problem(code, "why", { errors: [{ path: "/0", message: "x" }], errorCount: 5, members: { own: 1 } });
  });
  for (let time = 0; time < 2; time++) {
    await expect(answers().once(request(`p-${code}`), failing.run)).rejects.toMatchObject({
      code,
      message: "why",
      options: { errors: [{ path: "/0", message: "x" }], errorCount: 5, members: { own: 1 } },
    });
  }
  expect(failing.times).toBe(remembered ? 1 : 2);
});

test("a problem that leaves the outcome unknown is not remembered, and the repetition runs as a retry", async () => {
  const heard: boolean[] = [];
  const dying = ({ isRetry }: KeyedRun) => {
    heard.push(isRetry);
    return Promise.reject(problem("body-too-large", "why", { outcomeUnknown: true }));
  };
  for (let time = 0; time < 2; time++) {
    await expect(answers().once(request("unknown"), dying)).rejects.toMatchObject({ code: "body-too-large" });
  }
  expect(heard).toEqual([false, true]);
});

test("a remembered problem keeps its listed errors and their number", async () => {
  const errors = Array.from({ length: 150 }, (_, index) => ({ path: `/${index}`, message: "x" }));
  const failing = () => Promise.reject(problem("record-owned-by-another", "why", { errors }));
  await expect(answers().once(request("many"), failing)).rejects.toMatchObject({ options: { errors } });
  await expect(answers().once(request("many"), failing)).rejects.toMatchObject({
    options: { errors: errors.slice(0, 100), errorCount: 150 },
  });
});

test("neither answers nor problems of streamed bodies are remembered: the next body may be another", async () => {
  const damaged = work(() => {
    throw problem("body-not-json", "why");
  });
  const lines = request("lines", { bodyHash: undefined });
  await expect(answers().once(lines, damaged.run)).rejects.toMatchObject({ code: "body-not-json" });
  expect(await answers().once(lines, storing)).toEqual({ done: true });
  const retries: boolean[] = [];
  await answers().once(lines, async ({ isRetry }) => void retries.push(isRetry));
  expect(retries).toEqual([true]);
  await expect(answers().once(lines, damaged.run)).rejects.toMatchObject({ code: "body-not-json" });
});

test("work that was begun before runs as a retry, new work does not", async () => {
  const heard: boolean[] = [];
  const failing = ({ isRetry }: KeyedRun) => {
    heard.push(isRetry);
    return Promise.reject(problem("engine-unavailable", "gone"));
  };
  for (let time = 0; time < 3; time++)
    await answers()
      .once(request("again"), failing)
      .catch(() => undefined);
  expect(heard).toEqual([false, true, true]);
  await expect(answers().once(request("again", { bodyHash: "b" }), failing)).rejects.toMatchObject({
    code: "key-reused",
  });
});

test("a renewal that is late does not hold up a repetition", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let land: (() => Promise<unknown>) | undefined;
  const query: Database["query"] = (statement) => {
    if (land || typeof statement === "string" || !statement.text.includes("set claimed_until = $6, created_at")) {
      return database.query(statement);
    }
    land = () => database.query(statement);
    return Promise.resolve([]);
  };
  const busy = async () => {
    vi.advanceTimersByTime(10_000);
    throw problem("busy", "why");
  };
  const idempotency = createIdempotency(databaseWith({ query }), () => now);
  await expect(idempotency.once(request("late"), busy)).rejects.toMatchObject({ code: "busy" });
  expect(land).toBeDefined();
  await land?.();
  expect(await answers().once(request("late"), work().run)).toEqual({ done: true });
});

test("an unexpected error is not remembered", async () => {
  const failing = work(() => {
    throw new Error("unexpected");
  });
  for (let time = 0; time < 2; time++)
    await expect(answers().once(request("k7"), failing.run)).rejects.toThrow("unexpected");
  expect(failing.times).toBe(2);
});

test("an answer is remembered for a day, then forgotten and swept away", async () => {
  const each = work();
  await answers().once(request("k8"), each.run);
  now = new Date(now.getTime() + 24 * 3600_000 - 1);
  await answers().once(request("k8"), each.run);
  expect(each.times).toBe(1);
  now = new Date(now.getTime() + 2);
  await answers().once(request("k8", { bodyHash: "b" }), each.run);
  expect(each.times).toBe(2);
  now = new Date(now.getTime() + 24 * 3600_000);
  await answers().once(request("k9", { bodyHash: undefined }), storing);
  now = new Date(now.getTime() + 24 * 3600_000);
  await answers().sweep();
  // What stays are keys of streamed bodies: a repetition must know for ever that it is one.
  expect(await storedKeys()).toEqual(["k9", "lines"]);
  const retries: boolean[] = [];
  await answers().once(request("k9", { bodyHash: undefined }), async ({ isRetry }) => void retries.push(isRetry));
  expect(retries).toEqual([true]);
});

test("any number of old answers is swept away, in batches so small that no statement takes long", async () => {
  await database.query(`
    insert into remembered_answers (provider, method, path, key, body_hash, holder, claimed_until, created_at)
      select 'account:ada', 'POST', '/x', 'old ' || n, 'a', gen_random_uuid(), to_timestamp(n), to_timestamp(n)
      from generate_series(1, 2500) as n;
    create function refuse_long_deletion() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 1000 then raise 'too many rows at once'; end if;
        return null;
      end $$;
    create trigger refuse_long_deletion after delete on remembered_answers
      referencing old table as gone for each statement execute function refuse_long_deletion()`);
  await answers().sweep();
  expect((await storedKeys()).filter((key) => key.startsWith("old "))).toEqual([]);
});

test("the key of a streamed body that stored nothing is forgotten after a day, however often it came", async () => {
  const empty = request("empty", { bodyHash: undefined });
  const retries: boolean[] = [];
  const cutOff = ({ isRetry }: KeyedRun) => {
    retries.push(isRetry);
    return Promise.reject(problem("upload-incomplete", "why"));
  };
  await answers().once(empty, work().run);
  for (let time = 0; time < 2; time++) {
    await expect(answers().once(empty, cutOff)).rejects.toMatchObject({ code: "upload-incomplete" });
  }
  expect(retries).toEqual([false, false]);
  await expect(answers().once({ ...empty, bodyHash: "b" }, work().run)).rejects.toMatchObject({ code: "key-reused" });
  expect(await storedKeys()).toContain("empty");
  now = new Date(now.getTime() + 24 * 3600_000);
  await answers().sweep();
  expect(await storedKeys()).not.toContain("empty");
});

test("a streamed body's key stays when a later repetition stores nothing", async () => {
  const lines = request("stored", { bodyHash: undefined });
  await answers().once(lines, storing);
  await answers().once(lines, work().run);
  now = new Date(now.getTime() + 24 * 3600_000);
  await answers().sweep();
  expect(await storedKeys()).toContain("stored");
});

test("a claim that was made before the clock was set back ends as any other", async () => {
  await begun(request("ahead"));
  now = new Date(now.getTime() - 24 * 3600_000);
  expect(await answers().once(request("ahead"), work().run)).toEqual({ done: true });
});

test("an answer from before the clock was set back is remembered for a day from then", async () => {
  const each = work();
  await answers().once(request("later"), each.run);
  now = new Date(now.getTime() - 30 * 24 * 3600_000);
  await answers().sweep();
  await answers().once(request("later"), each.run);
  expect(each.times).toBe(1);
  now = new Date(now.getTime() + 24 * 3600_000);
  await answers().sweep();
  expect(await storedKeys()).not.toContain("later");
});

describe("a provider's keys are bounded", () => {
  const other = { provider: "fmi", account: "olga" };
  const bounded = (answerBytes = 1e6) => createIdempotency(database, () => now, { keys: 3, answerBytes });
  const fresh = async () => {
    await database.query("delete from remembered_answers");
    await database.query(`insert into accounts (name, provider, roles, password_hash)
      values ('ada', 'nilu', '{}', ''), ('bob', 'nilu', '{}', '') on conflict do nothing`);
    now = new Date("2030-05-01T12:00:00Z");
    return bounded();
  };

  test("in number: a new one is refused until the oldest ends, repetitions and other providers go on", async () => {
    const idempotency = await fresh();
    for (const [index, account] of ["ada", "bob", "ada"].entries()) {
      await idempotency.once(request(`b${index}`, { account }), work().run);
      now = new Date(now.getTime() + 3600_000);
    }
    const refused = { code: "too-many-keys", status: 429, options: { headers: { "Retry-After": `${21 * 3600}` } } };
    for (const each of [idempotency, bounded()]) {
      await expect(each.once(request("b3"), work().run)).rejects.toMatchObject(refused);
      await expect(each.once(request("b3", { account: "bob" }), work().run)).rejects.toMatchObject(refused);
      const again = work();
      expect(await each.once(request("b0"), again.run)).toEqual({ done: true });
      expect(again.times).toBe(0);
    }
    expect(await idempotency.once(request("b3", other), work().run)).toEqual({ done: true });
    now = new Date(now.getTime() + 21 * 3600_000);
    expect(await idempotency.once(request("b3"), work().run)).toEqual({ done: true });
  });

  test("in the bytes of their answers", async () => {
    await fresh();
    const idempotency = bounded(1000);
    await idempotency.once(request("large"), async () => randomBytes(1000).toString("hex"));
    await expect(idempotency.once(request("next"), work().run)).rejects.toMatchObject({ code: "too-many-keys" });
    await expect(bounded(1000).once(request("next"), work().run)).rejects.toMatchObject({ code: "too-many-keys" });
  });

  test("also for keys of uploads with stored values: the last ones stay", async () => {
    await fresh();
    for (let index = 0; index < 5; index++) {
      await bounded().once(request(`u${index}`, { bodyHash: undefined }), storing);
      now = new Date(now.getTime() + 24 * 3600_000);
    }
    await bounded().sweep();
    expect(await storedKeys()).toEqual(["u2", "u3", "u4"]);
  });
});

const add = (key: string, body: unknown, query = "") =>
  service.send("POST", `/api/provider/metadata/add${query}`, {
    as: "admin",
    body,
    headers: { "Idempotency-Key": key },
  });
const addFacility = (key: string, identifier: string) =>
  service.send("POST", "/api/provider/facilities/add", {
    as: "admin",
    body: { identifier },
    headers: { "Idempotency-Key": key },
  });

test("over HTTP: the repetition of a write answers as the first, position too", async () => {
  const first = await addFacility("h1", "once");
  const second = await addFacility("h1", "once");
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.get("Event-Position")).toBe(first.headers.get("Event-Position"));
  expect(await addFacility("h1", "other")).toMatchObject({ status: 422, json: { code: "key-reused" } });
  expect(await addFacility("h2", "once")).toMatchObject({ status: 409, json: { code: "facility-exists" } });
});

test("over HTTP: a dry run neither takes nor gives a remembered answer", async () => {
  expect(await add("h3", [record("dry")], "?dry_run=true")).toMatchObject({ status: 200 });
  expect(await add("h3", [record("wet")])).toMatchObject({ status: 200 });
  expect(await service.events("metadata-wet")).toHaveLength(1);
});

test("over HTTP: a write whose answer was lost in a crash is not refused when it is repeated", async () => {
  expect(await addFacility("h4", "crash")).toMatchObject({ status: 200 });
  await service.database.query("delete from remembered_answers where key = 'h4'");
  expect(await addFacility("h4", "crash")).toMatchObject({ status: 200 });
  expect(await service.events("facility-crash")).toHaveLength(1);
});

test("over HTTP: the key of a request that the account's roles don't allow is not kept", async () => {
  await service.addAccount("olga", "nilu", ["observation_provider"]);
  const headers = { "Idempotency-Key": "h5" };
  const refused = await service.send("POST", "/api/provider/metadata/delete", { as: "olga", body: ["a"], headers });
  expect(refused).toMatchObject({ status: 401, json: { code: "not-allowed-to-delete" } });
  expect(await service.database.query("select from remembered_answers where key = 'h5'")).toEqual([]);
});

test("over HTTP: a malformed key is refused", async () => {
  expect(await add("", [])).toMatchObject({ status: 400, json: { code: "parameter-invalid" } });
  expect(await add("x".repeat(256), [])).toMatchObject({ status: 400 });
});
