import { expect, test } from "vitest";
import { exampleCall } from "./example-call.ts";
import type { Operation } from "./operations.ts";

const described = (
  path: string,
  parameters: Operation["parameters"],
  operation: Partial<Operation["operation"]> = {},
): Operation => ({
  method: "GET",
  path,
  parameters,
  operation: {
    operationId: "route",
    tags: [],
    summary: "",
    responses: { 200: { description: "", content: { "text/csv": { schema: {} } } } },
    ...operation,
  },
});
const parameter = (name: string, place: "path" | "query", example: unknown, required = true) => ({
  ...{ name, in: place, example, required },
  ...{ description: "", schema: {} },
});

test("a call has the examples of what is needed, encoded, those of a list one by one, and nothing else", () => {
  const route = described("/at/{place}", [
    parameter("place", "path", "Ny-Ålesund's $& <fjord>"),
    parameter("name", "query", ["ozone fraction", "a&b"]),
    parameter("size", "query", 10, false),
  ]);
  expect(exampleCall(route)).toEqual({
    method: "GET",
    target: "/at/Ny-%C3%85lesund's%20%24%26%20%3Cfjord%3E?name=ozone%20fraction&name=a%26b",
    body: undefined,
    needsToken: false,
    answers: "text",
  });
});

test("an answer is read as what its media type says", () => {
  const answering = (...types: string[]) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema: {} }]));
    const answer = { description: "", ...(types.length > 0 && { content }) };
    return exampleCall(described("/", [], { responses: { 200: answer } })).answers;
  };
  expect(answering("application/linkset+json", "text/csv")).toBe("json");
  expect(answering("application/atom+xml")).toBe("text");
  expect(answering("image/png")).toBe("bytes");
  expect(answering()).toBe("nothing");
});
