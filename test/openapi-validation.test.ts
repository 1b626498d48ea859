import { expect, test } from "vitest";
import { openApiDocument } from "../contracts/openapi/document.ts";
import { AnswerUndescribed, AnswerValidator, type Exchange } from "./openapi-validation.ts";

const limits = { body: 1, batch: 1, page: 1 };
const validator = new AnswerValidator(
  openApiDocument({ version: "1", operator: undefined, termsUrl: undefined, dataLicence: undefined, limits }),
);

const json = { "Content-Type": "application/json; charset=utf-8" };
const problemJson = { "Content-Type": "application/problem+json" };

function check(exchange: Omit<Partial<Exchange>, "headers"> & { headers?: Record<string, string> }): void {
  const usual = { method: "GET", path: "/api/facilities", status: 200, body: "[]" };
  validator.check({ ...usual, ...exchange, headers: new Headers(exchange.headers ?? json) });
}

const problem = (members: object) =>
  JSON.stringify({ type: "/docs", title: "t", detail: "d", instance: "/api/facilities/x", ...members });

// Fails by the error that `check` throws.
test("accepts described responses", () => {
  check({});
  check({ path: "//api//facilities/?x=1" });
  check({ method: "HEAD", body: "" });
  check({ status: 304, body: "", headers: { ETag: '"x"' } });
  check({
    path: "/api/facilities/x",
    status: 404,
    headers: problemJson,
    body: problem({ status: 404, code: "facility-unknown" }),
  });
  check({
    path: "/nothing",
    status: 404,
    headers: problemJson,
    body: problem({ status: 404, code: "route-unknown", instance: "/nothing" }),
  });
});

test.each([
  ["a status", { status: 201 }],
  ["a path", { path: "/api/unheard-of" }],
  ["a method", { method: "PATCH" }],
  ["a content type", { headers: { "Content-Type": "text/plain" } }],
  ["a header", { headers: { ...json, "Event-Position": "x" } }],
  ["a shape", { body: '[{"name":"without identifier"}]' }],
  ["text that is no JSON", { body: "[" }],
  ["a body of HEAD", { method: "HEAD" }],
  [
    "a code that belongs to other routes",
    {
      path: "/api/facilities/x",
      status: 404,
      headers: problemJson,
      body: problem({ status: 404, code: "record-unknown" }),
    },
  ],
  [
    "a status that differs from the document's",
    {
      path: "/api/facilities/x",
      status: 404,
      headers: problemJson,
      body: problem({ status: 400, code: "facility-unknown" }),
    },
  ],
  [
    "503 without Retry-After",
    { status: 503, headers: problemJson, body: problem({ status: 503, code: "engine-unavailable" }) },
  ],
])("rejects %s that the description lacks", (_what, exchange) => {
  expect(() => check(exchange)).toThrow(AnswerUndescribed);
});
