import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { codeOf } from "./errors.ts";

/** Variables whose values are secret. `<NAME>_FILE` names a file with the value instead. */
export const SECRETS = [
  "DATABASE_URL",
  "EVENTSTORE_URL",
  "ELASTICSEARCH_URL",
  "ELASTICSEARCH_PASSWORD",
  "ELASTICSEARCH_API_KEY",
  "KAFKA_SASL_PASSWORD",
  "AIRLOG_ADMIN_PASSWORD",
  "OTEL_EXPORTER_OTLP_HEADERS",
] as const;

/** Maximum characters of a secret. A longer file must be a wrong one. */
const MAX_SECRET_LENGTH = 16_384;

export interface Secrets {
  /** Contents of the files, by the names of the variables that they replace. */
  readonly values: Readonly<Record<string, string>>;
  /** `<NAME>_FILE` by NAME, for those whose value comes from a file. */
  readonly sources: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Reads the files that `<NAME>_FILE` variables name. */
export function readSecretFiles(environment: Readonly<Record<string, string | undefined>>): Secrets {
  const values: Record<string, string> = {};
  const sources: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const source = `${name}_FILE`;
    const path = environment[source];
    if (!path) continue;
    sources[name] = source;
    const content = readSecret(path);
    if (environment[name]) problems.push(`${name} and ${source} are both set: set one of them`);
    else if ("reason" in content) problems.push(`${source} names ${path}, which ${content.reason}`);
    else values[name] = content.secret;
  }
  return { values, sources, problems };
}

/** The secret in a file or stdin, without a byte order mark and one line end; undefined when it is not UTF-8. */
export function secretText(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, "");
}

function readSecret(path: string): { readonly secret: string } | { readonly reason: string } {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { reason: `can't be read (${codeOf(error) ?? "unknown reason"})` };
  }
  const secret = secretText(bytes);
  if (secret === undefined) return { reason: "is not UTF-8" };
  if (secret === "") return { reason: "is empty" };
  if (secret.length > MAX_SECRET_LENGTH || /[\r\n\0]/.test(secret)) return { reason: "is not one line of text" };
  return { secret };
}
