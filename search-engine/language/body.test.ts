import { expect, test } from "vitest";
import { readBody } from "./body.ts";

test("a number that is too long is refused in Elasticsearch's words", () => {
  const reason =
    "Number value length (1001) exceeds the maximum allowed (1000, from `StreamReadConstraints.getMaxNumberLength()`)";
  const error = { type: "x_content_parse_exception", reason };
  expect(() => readBody(Buffer.from(`{"query":{"match":{"a":${"1".repeat(1_001)}}}}`))).toThrow(
    expect.objectContaining({
      status: 400,
      error: {
        root_cause: [error],
        ...error,
        caused_by: { type: "stream_constraints_exception", reason },
      },
    }),
  );
});
