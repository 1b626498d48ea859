import { z } from "zod";
import { type RestAnswer, type Target, Unsupported } from "./target.ts";

type Parameters = Readonly<Record<string, unknown>>;

/** The HTTP form of a call: its method, and its path below the index or document. */
const calls: Readonly<Record<string, (parameters: Parameters) => readonly [method: string, path: string]>> = {
  "indices.create": ({ index }) => ["PUT", `/${index}`],
  "indices.put_mapping": ({ index }) => ["PUT", `/${index}/_mapping`],
  "indices.refresh": ({ index }) => ["POST", index === undefined ? "/_refresh" : `/${index}/_refresh`],
  "indices.forcemerge": ({ index }) => ["POST", `/${index}/_forcemerge`],
  "cluster.health": () => ["GET", "/_cluster/health"],
  index: ({ index, id }) => (id === undefined ? ["POST", `/${index}/_doc`] : ["PUT", `/${index}/_doc/${idIn(id)}`]),
  create: ({ index, id }) => ["PUT", `/${index}/_create/${idIn(id)}`],
  delete: ({ index, id }) => ["DELETE", `/${index}/_doc/${idIn(id)}`],
  bulk: ({ index }) => ["POST", index === undefined ? "/_bulk" : `/${index}/_bulk`],
  search: ({ index }) => ["POST", `/${index ?? "_all"}/_search`],
};

const Indices = z.array(z.object({ index: z.string() }));

const idIn = (id: unknown): string => encodeURIComponent(String(id));

/** Members of a call that are no parameters of its URL. */
const inPath = new Set(["index", "id", "body", "type"]);

/** A real Elasticsearch. Names of indices get a prefix of this run, which answers do not show. */
export class ElasticsearchTarget implements Target {
  readonly #url: string;
  readonly #prefix = `official-${process.pid}-`;

  constructor(url: string) {
    this.#url = url;
  }

  async call(api: string, parameters: Parameters): Promise<RestAnswer> {
    const call = calls[api];
    if (!call) throw new Unsupported(`call ${api}`);
    const { index } = parameters;
    const named = Array.isArray(index) ? index : String(index ?? "*").split(",");
    const [method, path] = call({ ...parameters, index: named.map((name) => this.#prefix + name).join(",") });
    const url = new URL(this.#url + path);
    for (const [name, value] of Object.entries(parameters)) {
      if (!inPath.has(name) && api !== "cluster.health") url.searchParams.set(name, String(value));
    }
    const body = this.#bodyOf(api, parameters["body"]);
    const response = await fetch(url, {
      method,
      headers: { "content-type": api === "bulk" ? "application/x-ndjson" : "application/json" },
      ...(body !== undefined && method !== "GET" && { body }),
    });
    const text = (await response.text()).replaceAll(this.#prefix, "");
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  async close(): Promise<void> {
    const response = await fetch(`${this.#url}/_cat/indices/${this.#prefix}*?format=json`);
    const found = Indices.parse(await response.json());
    for (const { index } of found) await fetch(`${this.#url}/${index}`, { method: "DELETE" });
  }

  #bodyOf(api: string, body: unknown): string | undefined {
    if (body === undefined) return undefined;
    if (api !== "bulk") return typeof body === "string" ? body : JSON.stringify(body);
    const lines = (Array.isArray(body) ? body : [body]).map((line) =>
      typeof line === "string" ? line : JSON.stringify(line),
    );
    const text = lines.map((line) => `${line.trimEnd()}\n`).join("");
    return text.replaceAll(/"_index"\s*:\s*"/g, (member) => member + this.#prefix);
  }
}
