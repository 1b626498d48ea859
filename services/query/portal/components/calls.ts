import { escaped } from "../../../../contracts/printable.ts";

/** A call of a route. */
export interface Call {
  readonly method: string;
  /** Path and query, encoded. */
  readonly target: string;
  /** Sent as JSON. */
  readonly body: unknown;
  readonly needsToken: boolean;
  /** What every answer of success has. */
  readonly answers: "json" | "text" | "bytes" | "nothing";
}

export const CALL_LANGUAGES = ["curl", "Python", "TypeScript"] as const;
export type CallLanguage = (typeof CALL_LANGUAGES)[number];

/** The call as a program. `base`: the address that its path follows. Tokens are read from the environment. */
export const CALLS: Readonly<Record<CallLanguage, (call: Call, base: string) => string>> = {
  curl: ({ method, target, body, needsToken, answers }, base) => {
    const options = [
      ...(answers === "bytes" ? ["--output answer"] : []),
      ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : [`-X ${method}`]),
      ...(needsToken ? [`-H "Authorization: Bearer $AIRLOG_TOKEN"`] : []),
      ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", "--data-binary @- <<'JSON'"]),
    ];
    const lines = [`curl ${shellQuoted(base + target)}`, ...options].join(" \\\n  ");
    if (body === undefined) return lines;
    // Characters that would turn the text around are written as JSON's escapes, which mean the same.
    const json = JSON.stringify(body, null, 2).split("\n").map(escaped).join("\n");
    return `${lines}\n${json}\nJSON`;
  },

  Python: ({ method, target, body, needsToken, answers }, base) => {
    const headers = [
      ...(needsToken ? [`"Authorization": "Bearer " + os.environ["AIRLOG_TOKEN"]`] : []),
      ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
    ];
    const modules = [
      ...(answers === "json" || body !== undefined ? ["json"] : []),
      ...(needsToken ? ["os"] : []),
      "urllib.request",
    ];
    const address = `"${base}${target}"`;
    const options = [
      ...(method === "GET" ? [] : [`method="${method}"`]),
      ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
      ...(body === undefined ? [] : [`data=json.dumps(${indented(python(body), 4)}).encode()`]),
    ];
    const request = [address, ...options].map((line) => `    ${line},\n`).join("");
    const read = {
      ...{ json: "json.load(answer)", text: "answer.read().decode()" },
      ...{ bytes: "len(answer.read())", nothing: "answer.status" },
    }[answers];
    return `import ${modules.join(", ")}

${options.length === 0 ? "" : `request = urllib.request.Request(\n${request})\n`}with urllib.request.urlopen(${options.length === 0 ? address : "request"}) as answer:
    print(${read})`;
  },

  TypeScript: ({ method, target, body, needsToken, answers }, base) => {
    const headers = [
      ...(needsToken ? ['Authorization: "Bearer " + process.env.AIRLOG_TOKEN'] : []),
      ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
    ];
    const options = [
      ...(method === "GET" ? [] : [`method: "${method}"`]),
      ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
      ...(body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2), 2)})`]),
    ];
    const second = options.length === 0 ? "" : `, {\n${options.map((line) => `  ${line},\n`).join("")}}`;
    const read = {
      ...{ json: "await answer.json()", text: "await answer.text()" },
      ...{ bytes: "(await answer.arrayBuffer()).byteLength", nothing: "answer.status" },
    }[answers];
    return `const answer = await fetch("${base}${target}"${second});
if (!answer.ok) throw new Error(await answer.text());
console.log(${read});`;
  },
};

/** The text as one word of a shell's command. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Lines after the first begin with so many spaces. */
const indented = (text: string, spaces: number): string => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);

/** A value of JSON as Python writes it. */
function python(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map(python)
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${python(member)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `    ${indented(item, 4)},\n`).join("")}${close}`;
}
