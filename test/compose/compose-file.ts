import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** What our tests look at of a service in a compose file. */
export interface ComposeService {
  readonly image: string;
  readonly build?: unknown;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly mem_limit?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

type Variables = Readonly<Record<string, string>>;

/** docker-compose.yml with the variables filled in as Compose does. @throws Error when one that is needed is missing. */
export function readComposeFile(variables: Variables): ComposeFile {
  const text = readFileSync("docker-compose.yml", "utf8");
  return filledIn(parse(text, { merge: true }), variables) as ComposeFile;
}

/** Where the engines of the file are for others on their networks: `host:port`, as they say, else as their images do. */
export function engineAddresses({ services: { eventstoredb, kafka } }: ComposeFile): Readonly<Record<Engine, string>> {
  const [, advertised = ""] =
    /^PLAINTEXT:\/\/(\S+)$/.exec(kafka?.environment?.["KAFKA_ADVERTISED_LISTENERS"] ?? "") ?? [];
  return {
    postgres: "postgres:5432",
    eventstoredb: `eventstoredb:${eventstoredb?.environment?.["EVENTSTORE_NODE_PORT"]}`,
    kafka: advertised,
    elasticsearch: "elasticsearch:9200",
  };
}

export type Engine = "postgres" | "eventstoredb" | "kafka" | "elasticsearch";

/** Lines `NAME=value`. */
export function readEnvironmentFile(path: string): Variables {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

function filledIn(value: unknown, variables: Variables): unknown {
  if (typeof value === "string") return interpolated(value, variables);
  if (Array.isArray(value)) return value.map((entry) => filledIn(entry, variables));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filledIn(member, variables)]));
}

/** `$$`, `${NAME}`, `${NAME:-otherwise}` and `${NAME:?complaint}`. */
function interpolated(text: string, variables: Variables): string {
  return text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (all, name: string, kind?: string, rest = "") => {
    if (all === "$$") return "$";
    const value = variables[name] ?? "";
    if (value !== "" || kind === undefined) return value;
    if (kind === "?") throw new Error(`${name}: ${rest}`);
    return rest;
  });
}
