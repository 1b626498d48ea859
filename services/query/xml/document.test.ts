import fc from "fast-check";
import { expect, test } from "vitest";
import { parseXml } from "../../../test/xml.ts";
import { allowedInXml } from "../dataset/text.ts";
import { xmlDocument } from "./document.ts";

const anyText = fc
  .oneof(
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
    fc.array(
      fc.constantFrom("]]>", "<![CDATA[", "<!--", "-->", "&", "&lt;", "<", ">", '"', "'", "\u0000", "\ud800", "😀"),
    ),
  )
  .map((parts) => (typeof parts === "string" ? parts : parts.join("")));

test("any text is read back, as content and as an attribute, less what XML forbids", () => {
  fc.assert(
    fc.property(anyText, anyText, (content, attribute) => {
      const document = xmlDocument({ name: "a", attributes: { b: attribute }, children: [content] }, {});
      const { text, attributes } = parseXml(document);
      // A parser reads every line break in content as a line feed.
      expect(text).toBe(allowedInXml(content).replace(/\r\n?/g, "\n"));
      expect(attributes["b"]).toBe(allowedInXml(attribute));
    }),
  );
});

test("names are of the namespaces that the root declares", () => {
  const document = xmlDocument({ name: "a", children: [{ name: "p:b" }, "c"] }, { "": "urn:one", p: "urn:two" });
  expect(document).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a xmlns="urn:one" xmlns:p="urn:two"><p:b/>c</a>');
  expect(parseXml(document)).toMatchObject({ namespace: "urn:one", children: [{ name: "b", namespace: "urn:two" }] });
});

test.each(["a b", "<a", "1"])("%j is no name of an element", (name) => {
  expect(() => xmlDocument({ name }, {})).toThrow();
});
