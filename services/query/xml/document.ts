import { DOMImplementation, type Document, type Element, XMLSerializer } from "@xmldom/xmldom";
import { allowedInXml } from "../dataset/text.ts";

/** An element of an XML document. Texts may hold anything: what XML forbids is left out, the rest is escaped. */
export interface XmlElement {
  /** With the prefix of its namespace, if that has one. */
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly (XmlElement | string)[];
}

/** Namespaces by prefix; that of names without a prefix stands at the empty one. */
export type Namespaces = Readonly<Record<string, string>>;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XMLNS = "http://www.w3.org/2000/xmlns/";

/** An XML 1.0 document; its root declares the namespaces. */
export function xmlDocument(root: XmlElement, namespaces: Namespaces): string {
  const document = new DOMImplementation().createDocument(null, "");
  const element = elementOf(root, namespaces, document);
  for (const [prefix, uri] of Object.entries(namespaces)) {
    element.setAttributeNS(XMLNS, prefix === "" ? "xmlns" : `xmlns:${prefix}`, uri);
  }
  document.appendChild(element);
  return DECLARATION + new XMLSerializer().serializeToString(document, { requireWellFormed: true });
}

/** Elements without namespaces of their own, for a document that is written in parts. */
export function xmlElements(elements: readonly XmlElement[]): string {
  const document = new DOMImplementation().createDocument(null, "");
  const serializer = new XMLSerializer();
  return elements
    .map((each) => serializer.serializeToString(elementOf(each, {}, document), { requireWellFormed: true }))
    .join("");
}

function elementOf(
  { name, attributes = {}, children = [] }: XmlElement,
  namespaces: Namespaces,
  document: Document,
): Element {
  const prefix = name.includes(":") ? name.slice(0, name.indexOf(":")) : "";
  const element = document.createElementNS(namespaces[prefix] ?? null, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, allowedInXml(value));
  for (const child of children) {
    element.appendChild(
      typeof child === "string" ? document.createTextNode(allowedInXml(child)) : elementOf(child, namespaces, document),
    );
  }
  return element;
}
