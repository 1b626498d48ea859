import { SaxesParser } from "saxes";

export interface ParsedElement {
  /** Without its prefix. */
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** All text inside it. */
  readonly text: string;
  readonly children: readonly ParsedElement[];
}

interface Open extends ParsedElement {
  text: string;
  readonly children: Open[];
}

/** The root of an XML document. @throws where it is not well-formed with its namespaces */
export function parseXml(document: string): ParsedElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [{ name: "", namespace: "", attributes: {}, text: "", children: [] }];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value]);
    const element = { name: local, namespace: uri, attributes: Object.fromEntries(values), text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    for (const element of open) element.text += text;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(document).close();
  const root = open[0]?.children[0];
  if (!root) throw new Error("the document has no root");
  return root;
}

/** The first child of a name. @throws where there is none */
export function childOf(element: ParsedElement, name: string): ParsedElement {
  const child = element.children.find((each) => each.name === name);
  if (!child) throw new Error(`${element.name} has no ${name}`);
  return child;
}
