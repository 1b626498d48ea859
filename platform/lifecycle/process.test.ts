import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ConfigInvalid } from "../config.ts";
import { reasonOf } from "./reason.ts";

test("a problem that an operator can solve is reported in one clear line", async () => {
  expect(reasonOf(new ConfigInvalid(["PORT must be a whole number"]))).toContain("PORT must be a whole number");
  const taken = Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE", syscall: "listen" });
  expect(reasonOf(taken)).toContain("set PORT to another one");
  const refused = await mkdir(fileURLToPath(import.meta.url)).catch((error: unknown) => error);
  expect(reasonOf(refused)).toMatch(/^EEXIST: .*process\.test\.ts'$/);
});

test("an unexpected error is reported with its stack", () => {
  expect(reasonOf(new Error("odd"))).toMatch(/odd\n\s+at /);
  expect(reasonOf("odd")).toBe("odd");
});
