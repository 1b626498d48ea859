import fc from "fast-check";
import { expect, test } from "vitest";
import { NotJson } from "./scanner.ts";
import { spanFinder } from "./spans.ts";

const find = spanFinder({ record: { facility: {}, identification: { pid: {} } } });

function cut(text: string, path: string): string | undefined {
  const json = Buffer.from(text);
  const [span] = find(json).get(path) ?? [];
  return span && json.subarray(span.start, span.end).toString();
}

test("members are found only at their path", () => {
  const text =
    '{ "facility": 1, "other": {"record": {"facility": 2}}, "record": {"é": [{"facility": 3}], "facility" : {"a":"}"} } }';
  expect(cut(text, "record.facility")).toBe('{"a":"}"}');
  expect(cut(text, "record")).toBe('{"é": [{"facility": 3}], "facility" : {"a":"}"} }');
  expect(cut(text, "record.identification.pid")).toBeUndefined();
});

test("an escaped name equals the name that it spells", () => {
  expect(cut('{"record":{"facilit\\u0079":"x\\"y"}}', "record.facility")).toBe('"x\\"y"');
});

test("the last of two members with one name counts, with its own members", () => {
  const text = '{"record":{"facility":1},"record":{"identification":{"pid":"b"}}}';
  expect(cut(text, "record.facility")).toBeUndefined();
  expect(cut(text, "record.identification.pid")).toBe('"b"');
});

test("members of an array's elements are found in each", () => {
  const findTitles = spanFinder({ names: [{ title: {}, of: [{ by: {} }] }] });
  const titles = (text: string, path: string) => {
    const json = Buffer.from(text);
    return (findTitles(json).get(path) ?? []).map(({ start, end }) => json.subarray(start, end).toString());
  };
  const text =
    '{"names": [ {"title": 1}, 2, [], {}, {"of": [{"by": 3}], "title": 4, "title": 5, "of": [ ]} , {"of": [{"by": 6}]}]}';
  expect(titles(text, "names.title")).toEqual(["1", "5"]);
  expect(titles(text, "names.of.by")).toEqual(["6"]);
  expect(titles('{"names": {"title": 1}}', "names.title")).toEqual([]);
  const again = `${text.slice(0, -1)}, "names": [{"title": 7}]}`;
  expect(titles(again, "names.title")).toEqual(["7"]);
  expect(titles(again, "names.of.by")).toEqual([]);
  for (const broken of ['{"names": [1,]}', '{"names": [1 2]}', '{"names": [{}', '{"names": [,]}'])
    expect(() => findTitles(Buffer.from(broken))).toThrow(NotJson);
});

test("a value of another kind than expected holds no members", () => {
  expect(cut('{"record":["facility"]}', "record.facility")).toBeUndefined();
  expect(cut('"record"', "record")).toBeUndefined();
});

test("a hundred thousand nested brackets are read", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(cut(`{"record":{"x":${deep},"facility":7}}`, "record.facility")).toBe("7");
});

test("texts that JSON.parse accepts are accepted, with the same values", () => {
  fc.assert(
    fc.property(fc.json(), fc.jsonValue(), fc.json(), (before, facility, after) => {
      const text = `{"x":${before},"record":{"y":${before},"facility":${JSON.stringify(facility, null, 1)},"z":${after}}}`;
      expect(JSON.parse(cut(text, "record.facility") ?? "")).toEqual(JSON.parse(JSON.stringify(facility)));
    }),
  );
});

test("texts that JSON.parse refuses are refused, and only those", () => {
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...'{}[]":,0123.-+eE tfn\\u"ab\n')).map((letters) => letters.join("")),
    // One letter of a JSON text replaced by another.
    fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[]":,01.-eE \\u\u0001t')).map(([text, at, letter]) => {
      const place = at % text.length;
      return text.slice(0, place) + letter + text.slice(place + 1);
    }),
    fc.constantFrom("1E5", "-", "01", "1.", ".5", "TRUE", "True", "nul", "", " ", "1 2", '"\\u12g4"', '"\\x"'),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const ours = () => find(Buffer.from(text));
      if (parses(text)) expect(ours).not.toThrow();
      else expect(ours).toThrow(NotJson);
    }),
    { numRuns: 2000 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
