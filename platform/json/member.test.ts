import fc from "fast-check";
import { expect, test } from "vitest";
import { memberOf, presentMember } from "./member.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const member = (json: string, name: string): string | undefined => {
  const found = memberOf(bytes(json), name);
  return found && Buffer.from(found).toString();
};

test("a member's bytes are returned unchanged", () => {
  const value = '{ "a" : [1.0, 9223372036854775807, 1e400] , "b":"\\u0041" }';
  expect(member(`{"x":1,"search": ${value} ,"y":[2]}`, "search")).toBe(value);
});

test("names are compared without their escapes, and braces or quotes in strings do not count", () => {
  expect(member('{"\\u0073earch":{"q":"}\\"{,"}}', "search")).toBe('{"q":"}\\"{,"}');
});

test("the last of several members with the name counts", () => {
  expect(member('{"search":1,"search":{"size":2}}', "search")).toBe('{"size":2}');
});

test("members of inner objects are ignored", () => {
  expect(member('{"x":{"search":1},"y":["search",2]}', "search")).toBeUndefined();
  expect(member("{}", "search")).toBeUndefined();
  expect(member(" { } ", "search")).toBeUndefined();
});

test("for any object, the bytes of a member parse to its value", () => {
  const spaces = fc.constantFrom("", " ", "\n\t", "\r\n ");
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), spaces, (others, value, space) => {
      const rest = Object.entries(others).map(
        ([name, other]) => `${JSON.stringify(name)}${space}:${JSON.stringify(other)}`,
      );
      const json = `${space}{${space}${[...rest, `"search"${space}:${space}${JSON.stringify(value)}${space}`].join(`${space},`)}}${space}`;
      expect(member(json, "search")).toBe(JSON.stringify(value));
    }),
  );
});

test("a member that is there is found, wherever else its name stands", () => {
  const name = fc.constantFrom("search", "search\\", "a", "ä", '"search"');
  const jsonText = fc.letrec<{ value: unknown; object: object }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, name, fc.nat(), fc.array(tie("value"), { maxLength: 3 }), tie("object")),
    object: fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  }));
  const escaped = (json: string) => json.replaceAll("s", "\\u0073").replaceAll("ä", "\\u00e4");
  fc.assert(
    fc.property(jsonText.object, jsonText.value, fc.nat(3), (object, value, form) => {
      const text = JSON.stringify({ ...object, search: value, after: object }, null, form & 1);
      const json = Buffer.from(form & 2 ? escaped(text) : text);
      const span = presentMember("search")(json) ?? expect.unreachable();
      expect(json.subarray(span.start, span.end)).toEqual(memberOf(json, "search"));
    }),
  );
});

test("a member that should be there and is not is not found", () => {
  expect(presentMember("search")(Buffer.from('{"x":{}}'))).toBeUndefined();
});
