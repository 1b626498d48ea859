import { expect, test } from "vitest";
import { requireVersion } from "./open.ts";
import type { Database } from "./port.ts";

/** A server that says only its version, and notes that it is left. */
function serverOf(version: string): { database: Database; left: () => boolean } {
  let isLeft = false;
  const database = {
    query: async () => [{ version }],
    close: async () => {
      isLeft = true;
    },
  };
  return { database: database as unknown as Database, left: () => isLeft };
}

test.each(["15.4 (Debian 15.4-1.pgdg120+1)", "16.10", "9.6.24"])(
  "PostgreSQL %s is refused in one line",
  async (version) => {
    const { database, left } = serverOf(version);
    await expect(requireVersion(database)).rejects.toThrow(
      `DATABASE_URL: PostgreSQL ${version} is too old: airlog needs PostgreSQL 17 or later`,
    );
    expect(left()).toBe(true);
  },
);

test.each(["17.0", "17.10", "18beta1"])("PostgreSQL %s is taken", async (version) => {
  const { database, left } = serverOf(version);
  expect(await requireVersion(database)).toBe(database);
  expect(left()).toBe(false);
});
