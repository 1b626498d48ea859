import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facility, record } from "./samples.ts";
import { oneProcess, type System, threeProcesses } from "./system.ts";

describe.each([oneProcess, threeProcesses])("in $name", ({ start }) => {
  let system: System;
  beforeAll(async () => {
    system = await start();
  }, 120_000);
  afterAll(() => system.close());

  const add = (pid: string, headers: Record<string, string> = {}) =>
    system.as("provider").post("/api/provider/metadata/add", [record(pid)], { headers });
  const findable = async (pid: string, after?: string) =>
    (await system.reader.search({ query: { ids: { values: [pid] } } }, after === undefined ? {} : { after })).total ===
    1;

  test("a client reads its own writes by search and by PID", async () => {
    for (let round = 0; round < 20; round++) {
      const pid = `own-${round}`;
      const { position } = await add(pid);
      expect(await findable(pid, position)).toBe(true);
      const path = `/api/metadata/record?pid=${pid}`;
      expect((await system.reader.get(path, { after: position })).status).toBe(200);
      const deleted = await system.as("provider").post("/api/provider/metadata/delete", [pid]);
      expect(await findable(pid, deleted.position)).toBe(false);
    }
  });

  test("Prefer: wait answers once a search finds the record", async () => {
    for (let round = 0; round < 5; round++) {
      const answer = await add(`waited-${round}`, { Prefer: "wait=30" });
      expect(answer.headers.get("Preference-Applied")).toBe("wait");
      expect(await findable(`waited-${round}`)).toBe(true);
    }
  });

  test("a write that changes nothing answers with a position that can be waited for", async () => {
    await add("unchanged");
    const repeated = await add("unchanged");
    expect(await findable("unchanged", repeated.position)).toBe(true);
    const nothing = await system.as("provider").post("/api/provider/metadata/delete", ["never seen"]);
    expect((await system.reader.get("/api/facilities", { after: nothing.position })).status).toBe(200);
  });

  test("a view reaches the positions of events that it does not handle", async () => {
    const { position } = await add("for the facilities' readers");
    expect((await system.reader.get("/api/facilities", { after: position })).status).toBe(200);
    const registered = await system.as("registrar").post("/api/provider/facilities/add", facility("for-search"));
    expect(await findable("nothing", registered.position)).toBe(false);
  });

  test.each(["x", "", "0", "cat1-0-0", "9".repeat(200), "a b", "-1"])(
    "the position %j is refused",
    async (position) => {
      for (const path of ["/api/facilities", "/api/metadata/search?source={}", "/api/metadata/history?pid=x"]) {
        const answer = await system.reader.get(path, { after: position });
        expect(answer.json()).toMatchObject({ status: 400, code: "position-unknown" });
      }
    },
  );

  describe("a request repeated with its key", () => {
    const addFacility = (body: unknown, key: string) =>
      system.as("registrar").post("/api/provider/facilities/add", body, { headers: { "Idempotency-Key": key } });

    test("gets the first response and is executed once", async () => {
      const first = await addFacility(facility("once"), "key-1");
      const second = await addFacility(facility("once"), "key-1");
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.position).toBe(first.position);
      expect((await addFacility(facility("once"), "key-2")).status).toBe(409);
    });

    test("is refused with another body", async () => {
      await addFacility(facility("one"), "key-3");
      expect((await addFacility(facility("two"), "key-3")).json()).toMatchObject({ status: 422, code: "key-reused" });
    });

    test("sent twice concurrently is executed once", async () => {
      const answers = await Promise.all([
        addFacility(facility("race"), "key-4"),
        addFacility(facility("race"), "key-4"),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      expect((await addFacility(facility("race"), "key-4")).status).toBe(200);
    });
  });
});
