// Checks all imports by the rules of .dependency-cruiser.mjs, and that docs/architecture.md draws the graph of folders as it is.
// With --draw it draws the graph anew.
import { readFile, writeFile } from "node:fs/promises";
import { cruise, format } from "dependency-cruiser";
import configuration, { FLOORS, GROUND } from "../../.dependency-cruiser.mjs";

const DOCUMENT = "docs/architecture.md";
const BEGIN = "<!-- imports: drawn by npm run imports -->\n";
const END = "<!-- end of imports -->";

/** What folders are called whose loose files are drawn, where that is not their name. */
const LABELS = { platform: `${GROUND.join(", ")} and loose files`, services: "main" };

const { forbidden, options } = configuration;
const cruised = await cruise([...Object.keys(FLOORS), "bench", "test"], {
  ...options,
  ruleSet: { forbidden },
  validate: true,
});
const { output, exitCode } = await format(cruised.output, { outputType: "err-long" });
process.stdout.write(output);
// With a forbidden import the graph may have circles, which can't be drawn.
process.exitCode = exitCode > 0 ? 1 : await checkDrawing(drawing(importsOfFolders(cruised.output.modules)));

/** Compares the document with the drawing, or puts it there: the exit code. */
async function checkDrawing(drawn) {
  const document = await readFile(DOCUMENT, "utf8");
  const [before, rest = ""] = document.split(BEGIN);
  const renewed = `${before}${BEGIN}${drawn}${rest.slice(rest.indexOf(END))}`;
  if (process.argv.includes("--draw")) await writeFile(DOCUMENT, renewed);
  else if (renewed !== document) {
    process.stdout.write(`${DOCUMENT} draws the imports as they were: run npm run imports\n`);
    return 1;
  }
  return 0;
}

/** The folder of a file as it is drawn: what stands on the ground of `platform` is one. */
function folderOf(path) {
  const [floor, folder = "", ...inside] = path.split("/");
  if (!Object.keys(FLOORS).includes(floor)) return undefined;
  if (floor === "platform") return inside.length === 0 || GROUND.includes(folder) ? "platform" : `platform/${folder}`;
  return floor === "services" && inside.length > 0 ? `services/${folder}` : floor;
}

/** The folders that each folder imports, tests aside. */
function importsOfFolders(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (from === undefined || source.endsWith(".test.ts")) continue;
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const { resolved } of dependencies) {
      const folder = folderOf(resolved);
      if (folder !== undefined && folder !== from) to.add(folder);
    }
  }
  return imports;
}

/** Mermaid's flowchart of the graph. An arrow that others imply is left out. */
function drawing(imports) {
  const reached = new Map();
  const reach = (from) => {
    if (!reached.has(from)) reached.set(from, new Set([...imports.get(from)].flatMap((to) => [to, ...reach(to)])));
    return reached.get(from);
  };
  const isImplied = (from, to) => [...imports.get(from)].some((other) => reach(other).has(to));
  const name = (folder) => folder.replace(/\W/g, "-");
  const label = (folder) => LABELS[folder] ?? folder.split("/").at(-1);
  const room = (floor, folders) => [
    `  subgraph ${floor}-floor [${floor}]`,
    ...folders.map((folder) => `    ${name(folder)}["${label(folder)}"]`),
    "  end",
  ];
  const inOrder = [...imports.keys()].sort();
  const of = (floor) => inOrder.filter((folder) => folder === floor || folder.startsWith(`${floor}/`));
  return [
    "```mermaid",
    "flowchart TB",
    ...["cli", "services", "platform", "search-engine", "science", "contracts"].flatMap((floor) =>
      of(floor).length > 1
        ? room(floor, of(floor))
        : of(floor).map((folder) => `  ${name(folder)}["${label(folder)}"]`),
    ),
    ...inOrder.flatMap((from) =>
      [...imports.get(from)].sort().flatMap((to) => (isImplied(from, to) ? [] : [`  ${name(from)} --> ${name(to)}`])),
    ),
    "```\n",
  ].join("\n");
}
