import { afterEach, beforeEach, vi } from "vitest";

/** The output of each test of the file to stderr, while `performance` shows the time that the test sets. */
export function saidInTests(): readonly string[] {
  const said: string[] = [];
  beforeEach(() => {
    said.length = 0;
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return said;
}
