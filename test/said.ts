import { afterEach, beforeEach, vi } from "vitest";

/** What each test of the file writes to stderr, while `performance` tells the time that it sets. */
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
