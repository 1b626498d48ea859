import { expect, test } from "vitest";
import { SearchRejected } from "./rejected.ts";

test("a refusal has the message of its root cause, not that all shards failed", () => {
  const root = { type: "illegal_argument_exception", reason: "Result window is too large" };
  const error = { root_cause: [root], type: "search_phase_execution_exception", reason: "all shards failed" };
  expect(new SearchRejected(400, error).message).toBe("Result window is too large");
});

test("a refusal without a reason has the message of its cause", () => {
  const cause = { type: "too_many_buckets_exception", reason: "Trying to create too many buckets." };
  const error = { root_cause: [], type: "search_phase_execution_exception", reason: "", caused_by: cause };
  expect(new SearchRejected(400, error).message).toBe("Trying to create too many buckets.");
});

test("a refusal without any reason has its type as message", () => {
  expect(new SearchRejected(400, { type: "parsing_exception" }).message).toBe("parsing_exception");
});

test("a refusal that repeats a long body is cut, in any of its texts", () => {
  const reason = `Failed to parse query [${"a:".repeat(500_000)}]`;
  const cause = { type: "parse_exception", reason };
  const error = {
    root_cause: [{ type: "query_shard_exception", reason }],
    reason,
    status: 400,
    caused_by: { ...cause, caused_by: cause },
  };
  const { message, error: answered } = new SearchRejected(400, error);
  expect(message).toMatch(/^Failed to parse query \[a:a:/);
  expect(message.length).toBeLessThan(5_000);
  expect(JSON.stringify(answered).length).toBeLessThan(25_000);
  expect(answered).toMatchObject({
    status: 400,
    caused_by: { type: "parse_exception", caused_by: { type: "parse_exception" } },
  });
});
