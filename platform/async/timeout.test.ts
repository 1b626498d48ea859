import { expect, test } from "vitest";
import { withTimeout } from "./timeout.ts";

const never = new Promise<string>(() => undefined);

test("work that ends in time gives its result or its error", async () => {
  expect(await withTimeout(1_000, Promise.resolve("done"), () => "late")).toBe("done");
  await expect(withTimeout(1_000, Promise.reject(new Error("failed")), () => "late")).rejects.toThrow("failed");
});

test("work that takes too long gives the caller's substitute", async () => {
  expect(await withTimeout(5, never, () => "late")).toBe("late");
  const refuse = () => {
    throw new Error("no answer in time");
  };
  await expect(withTimeout(5, never, refuse)).rejects.toThrow("no answer in time");
});
