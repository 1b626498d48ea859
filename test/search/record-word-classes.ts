/**
 * Asks the standard tokenizer of a real Elasticsearch where it breaks words around each character, and writes the class of
 * each into `word-classes.ts`. Run in the project's root, with ELASTICSEARCH_URL set:
 *
 *     eval "$(test/engines/up elasticsearch)" && npm run record:word-classes
 */
import { writeFile } from "node:fs/promises";
import { z } from "zod";

const FILE = "search-engine/language/analysis/word-classes.ts";
const LINE_WIDTH = 112;
const CHARACTERS_A_REQUEST = 120;
/** Ends words on both sides. */
const SEPARATOR = " \n ";
const END_OF_UNICODE = 0x110000;
/** Planes without words: unassigned ones, and those for private use. */
const SKIPPED: readonly (readonly [number, number])[] = [
  [0xd800, 0xe000],
  [0x34000, 0xe0000],
  [0xe1000, END_OF_UNICODE],
];

/** One character of each class of `characters.ts`. */
const representatives: Readonly<Record<string, string>> = {
  ...{ o: "@", L: "a", H: "א", N: "1", K: "ア", J: "_", m: ":", n: ",", b: ".", d: '"', I: "日", S: "ก", M: "\u0e31" },
  ...{ E: "\u0301", Z: "\u200d", v: "\ufe0e", V: "\ufe0f", R: "🇩", P: "👩", Q: "ℹ", F: "🏻", k: "#", C: "\u20e3" },
};

const contexts: readonly ((character: string) => string)[] = [
  ...[(c: string) => `a${c}b`, (c: string) => `${c}${c}`, (c: string) => `1${c}2`, (c: string) => `ア${c}ア`],
  ...[(c: string) => `א${c}א`, (c: string) => `${c}"א`, (c: string) => `ก${c}ก`, (c: string) => `${c}ก`],
  ...[(c: string) => `日${c}`, (c: string) => `👩${c}`, (c: string) => `👩${c}👩`, (c: string) => `👩\u200d${c}`],
  ...[(c: string) => `#${c}\u20e3`, (c: string) => `${c}\u20e3`],
  ...[(c: string) => `1,${c}`, (c: string) => `#${c}`, (c: string) => `🏻${c}`],
];

const Analysed = z.object({ tokens: z.array(z.object({ start_offset: z.number(), end_offset: z.number() })) });

const url = process.env["ELASTICSEARCH_URL"];
if (!url) throw new Error("ELASTICSEARCH_URL is not set");

async function tokensOf(text: string): Promise<z.infer<typeof Analysed>["tokens"]> {
  const answer = await fetch(`${url}/_analyze`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tokenizer: "standard", text }),
  });
  return Analysed.parse(await answer.json()).tokens;
}

/** Where words begin and end around each character, as if the character were one unit long. */
async function signatures(characters: readonly string[]): Promise<string[]> {
  const parts = characters.flatMap((character) => contexts.map((context) => ({ character, context })));
  const texts = parts.map(({ character, context }) => context(character));
  const tokens = await tokensOf(texts.join(SEPARATOR));
  const found = characters.map(() => "");
  let [start, next] = [0, 0];
  for (const [place, { character, context }] of parts.entries()) {
    const end = start + (texts[place]?.length ?? 0);
    const units = [...context("\0")].flatMap((each) =>
      each === "\0" ? [0, ...Array.from(character.slice(1), () => -1)] : each.split("").map(() => 1),
    );
    const at = (offset: number) => units.slice(0, offset - start).filter((unit) => unit >= 0).length;
    const words: string[] = [];
    for (let token = tokens[next]; token && token.start_offset < end; token = tokens[++next]) {
      words.push(`${at(token.start_offset)}-${at(token.end_offset)}`);
    }
    const owner = Math.floor(place / contexts.length);
    found[owner] += `${words.join(" ")};`;
    start = end + SEPARATOR.length;
  }
  return found;
}

async function classesBySignature(): Promise<Map<string, string>> {
  const found = await signatures(Object.values(representatives));
  const known = new Map<string, string>();
  for (const [place, name] of Object.keys(representatives).entries()) {
    const signature = found[place] ?? "";
    if (known.has(signature)) throw new Error(`${name} can't be told from ${known.get(signature)}`);
    known.set(signature, name);
  }
  return known;
}

const known = await classesBySignature();
const runs: { name: string; length: number }[] = [];
const add = (name: string, length = 1) => {
  const last = runs.at(-1);
  if (last?.name === name) last.length += length;
  else runs.push({ name, length });
};
for (let point = 0; point < END_OF_UNICODE; ) {
  const skipped = SKIPPED.find(([from]) => from === point);
  if (skipped) {
    add("o", skipped[1] - point);
    point = skipped[1];
    continue;
  }
  const until = Math.min(point + CHARACTERS_A_REQUEST, ...SKIPPED.map(([from]) => from).filter((from) => from > point));
  const characters = Array.from({ length: until - point }, (_, offset) => String.fromCodePoint(point + offset));
  for (const [offset, signature] of (await signatures(characters)).entries()) {
    const name = known.get(signature);
    if (!name) throw new Error(`U+${(point + offset).toString(16)} is of no known class: ${signature}`);
    add(name);
  }
  point = until;
}

const lines: string[] = [""];
for (const { name, length } of runs) {
  const text = `${name}${length}`;
  const line = lines.at(-1) ?? "";
  if (line.length + text.length > LINE_WIDTH) lines.push(text);
  else lines[lines.length - 1] = line + text;
}
await writeFile(
  FILE,
  `/**
 * The class of each character, from U+0000 on: a letter (see \`characters.ts\`) and for how many characters it holds.
 * Generated by \`npm run record:word-classes\` from the answers of Elasticsearch.
 */
export const WORD_CLASSES = [
${lines.map((line) => `  "${line}",`).join("\n")}
].join("");
`,
);
process.stdout.write(`${runs.length} runs\n`);
