import { afterAll, expect, test } from "vitest";
import { routeAt, serveRoutes } from "../../../test/serve-routes.ts";
import { begun, stream } from "./streaming.ts";

/** Sources that have ended, by the path that they answer. */
const ended: string[] = [];
async function* source(path: string, pieces: readonly string[], failure?: Error): AsyncGenerator<string, void> {
  try {
    yield* pieces;
    if (failure) throw failure;
  } finally {
    ended.push(path);
  }
}

const failure = new Error("the source failed");
const route = (path: string, pieces: readonly string[], error?: Error) =>
  routeAt(path, async (_request, response) => {
    const made = await begun(source(path, pieces, error));
    response.type("text/plain");
    await stream(response, made);
  });
const base = await serveRoutes(afterAll, [
  route("/whole", ["a", "b", "c"]),
  route("/empty", []),
  route("/at-once", [], failure),
  route("/later", ["a", "b"], failure),
]);

test("all pieces come, in their order", async () => {
  expect(await (await fetch(`${base}/whole`)).text()).toBe("abc");
  expect(await (await fetch(`${base}/empty`)).text()).toBe("");
  expect(ended).toEqual(expect.arrayContaining(["/whole", "/empty"]));
});

test("a source that fails before its first piece is answered with a problem", async () => {
  const answer = await fetch(`${base}/at-once`);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: "internal-error" });
});

test("one that fails later cuts the answer, and never looks whole", async () => {
  const answer = fetch(`${base}/later`).then((begun) => begun.text());
  await expect(answer).rejects.toThrow();
  expect(ended).toContain("/later");
});
