import type { CDPSession, Page } from "playwright-core";
import { tabStops } from "./open-page.ts";

/** What a page is to those who hear it and press keys. */
export interface AccessibilityTree {
  /** Landmarks, headings, and what the Tab key comes to, each in a line, as deep as the landmarks and headings it is in. */
  readonly text: string;
  /** What the Tab key comes to, in its order, by the browser's numbers of elements. */
  readonly stops: readonly number[];
  /** The same in the order of the tree, which is that of reading. */
  readonly inOrder: readonly number[];
  /** Landmarks, headings and stops without a name. */
  readonly unnamed: readonly string[];
}

/** Those that a page may have once need no name. */
const LANDMARKS: Readonly<Record<string, { readonly needsName: boolean }>> = {
  banner: { needsName: false },
  complementary: { needsName: true },
  contentinfo: { needsName: false },
  form: { needsName: true },
  main: { needsName: false },
  navigation: { needsName: true },
  region: { needsName: true },
  search: { needsName: false },
};

/** The states of what is stopped at, as the tree has them. */
const STATES = ["checked", "disabled", "expanded", "invalid", "pressed", "required"] as const;

type Node = Awaited<ReturnType<typeof nodesOf>>[number];
const nodesOf = async (session: CDPSession) => (await session.send("Accessibility.getFullAXTree")).nodes;

/** Reads the page's accessibility tree, after going through all of the page by the Tab key. */
export async function accessibilityTree(page: Page): Promise<AccessibilityTree> {
  const session = await page.context().newCDPSession(page);
  const stops = new Map<number, string>();
  for await (const _ of tabStops(page)) {
    const { number, current } = await focused(session);
    stops.set(number, current);
  }
  const nodes = await nodesOf(session);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const inOrder: number[] = [];
  const unnamed: string[] = [];
  const visit = (node: Node, depth: number): void => {
    const role = String(node.role?.value);
    const name = nameOf(node);
    const current = stops.get(node.backendDOMNodeId ?? -1);
    const isStop = current !== undefined;
    const landmark = Object.hasOwn(LANDMARKS, role) ? LANDMARKS[role] : undefined;
    const isShown = !node.ignored && (isStop || landmark !== undefined || role === "heading");
    if (isShown) {
      const line = [
        role,
        ...levelOf(node),
        JSON.stringify(name),
        ...(isStop ? statesOf(node, name, current) : []),
      ].join(" ");
      lines.push(`${"  ".repeat(depth)}${isStop ? "→ " : ""}${line}`);
      if (isStop) inOrder.push(node.backendDOMNodeId ?? -1);
      if (name === "" && (landmark?.needsName ?? true)) unnamed.push(line);
    }
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child !== undefined) visit(child, isShown ? depth + 1 : depth);
    }
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, 0);
  return { text: `${lines.join("\n")}\n`, stops: [...stops.keys()], inOrder, unnamed };
}

/** The browser's number of the element that has the focus, and of what it is the current one. */
async function focused(session: CDPSession): Promise<{ readonly number: number; readonly current: string }> {
  const { result } = await session.send("Runtime.evaluate", { expression: "document.activeElement" });
  if (result.objectId === undefined) throw new Error("nothing has the focus");
  const { node } = await session.send("DOM.describeNode", { objectId: result.objectId });
  const { attributes = [] } = node;
  const at = attributes.indexOf("aria-current");
  return { number: node.backendNodeId, current: at < 0 ? "" : (attributes[at + 1] ?? "") };
}

/** The name as it is heard: without marks of direction, and in one line. */
const nameOf = ({ name }: Node): string =>
  String(name?.value ?? "")
    .replaceAll(/[\u2066-\u2069]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

function levelOf({ properties = [] }: Node): readonly string[] {
  const level = properties.find(({ name }) => name === "level");
  return level === undefined ? [] : [String(level.value.value)];
}

function statesOf({ properties = [], value, description }: Node, heard: string, current: string): readonly string[] {
  const shown = properties.find(({ name }) => name === "valuetext")?.value.value || value?.value;
  const states = STATES.flatMap((state) => {
    const found = properties.find(({ name }) => name === state)?.value.value;
    return found === undefined || found === false || found === "false"
      ? []
      : [found === true ? state : `${state}=${found}`];
  });
  return [
    ...(shown === undefined || shown === "" ? [] : [`= ${JSON.stringify(shown)}`]),
    ...(current === "" ? [] : [`current=${current}`]),
    ...states,
    // A tooltip that says the same as the name is not heard again.
    ...(description?.value && description.value !== heard ? [`(${description.value})`] : []),
  ];
}
