import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The members of a compose service that the tests use. */
export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly cap_add?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly stop_grace_period?: string;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly secrets?: readonly string[];
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required?: boolean }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

type Variables = Readonly<Record<string, string>>;

/** Reads docker-compose.yml and interpolates variables as Compose does. @throws Error when a required one is missing. */
export function readComposeFile(variables: Variables): ComposeFile {
  const text = readFileSync("docker-compose.yml", "utf8");
  const known = { COMPOSE_PROJECT_NAME: "airlog", ...variables };
  const interpolate = (_: unknown, value: unknown) => (typeof value === "string" ? interpolated(value, known) : value);
  return parse(text, interpolate, { merge: true });
}

/** `host:port` of each engine on the file's networks: the configured port, else the default of its image. */
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

export const ENGINES = ["postgres", "eventstoredb", "kafka", "elasticsearch"] as const;
export type Engine = (typeof ENGINES)[number];

/** The environment of a service's container. Its secrets are files in `folder`, as `deploy/make-env` made them. */
export function environmentHere(
  { services }: ComposeFile,
  name: string,
  folder: string,
): Readonly<Record<string, string>> {
  const here = (value: string) => value.replace(/^\/run\/secrets\//, `${folder}/secrets/`);
  const environment = Object.entries(services[name]?.environment ?? {});
  return Object.fromEntries(environment.map(([variable, value]) => [variable, here(value)]));
}

/** Reads lines `NAME=value`. */
export function readEnvironmentFile(path: string): Variables {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** `$$`, `${NAME}`, `${NAME:-otherwise}`, where a variable may stand in `otherwise`, and `${NAME?complaint}` where NAME must be set but may be empty. */
function interpolated(text: string, variables: Variables): string {
  const variable = /\$\$|\$\{(\w+)(?:(:-|\?)((?:\$\{[^}]*\}|[^}])*))?\}/g;
  return text.replace(variable, (all, name: string, kind?: string, rest = "") => {
    if (all === "$$") return "$";
    const value = variables[name];
    if (kind === "?" && value === undefined) throw new Error(`${name}: ${rest}`);
    return value || (kind === ":-" ? interpolated(rest, variables) : "");
  });
}
