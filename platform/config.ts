import { isIP } from "node:net";
import { isatty } from "node:tty";
import { z } from "zod";
import { minutesAhead } from "../contracts/date-time.ts";
import { NewPassword } from "../contracts/password.ts";
import { readSecretFiles, SECRETS } from "./secret-files.ts";
import type { ElasticsearchSettings } from "./settings/elasticsearch.ts";
import { REPOSITORY_ID } from "./settings/identity.ts";
import { type KafkaSettings, SASL_MECHANISMS } from "./settings/kafka.ts";
import { type MapStyle, mapStyle } from "./settings/map-style.ts";
import type { TracingSettings } from "./settings/tracing.ts";

/**
 * All settings from outside, read and checked once. Unknown `AIRLOG_*` variables and bad values stop the start with a
 * message that lists all of them.
 */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  /** The operator's own PostgreSQL; else the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Connection string of EventStoreDB; else events lie in PostgreSQL. */
  readonly eventStoreUrl: string | undefined;
  /** Elasticsearch; else the embedded search engine. */
  readonly elasticsearch: ElasticsearchSettings | undefined;
  /** Kafka carries the events to the projectors; else they read the event store. */
  readonly kafka: KafkaSettings | undefined;
  readonly services: readonly ServiceName[];
  /** The network's fixed offset, in minutes ahead of UTC. */
  readonly utcOffset: number;
  /** Which air-quality index is served. */
  readonly airQualityIndex: AirQualityIndexName;
  /** Hours after which a newest value is no longer up to date. */
  readonly upToDateHours: number;
  readonly operator: string | undefined;
  readonly termsUrl: string | undefined;
  /** The licence of values: its SPDX name or address. */
  readonly dataLicence: string | undefined;
  readonly mapStyle: MapStyle | undefined;
  /** Scheme, host and port of every absolute link; else the address that the query service listens on. */
  readonly publicUrl: string | undefined;
  /** The name of this repository in identifiers that other catalogues keep; else the host of `publicUrl`. */
  readonly repositoryId: string | undefined;
  readonly adminPassword: string | undefined;
  readonly signingKeyFile: string | undefined;
  readonly limits: Limits;
  /** Public reads per minute and client. */
  readonly rateLimit: number | "off";
  readonly trustedProxies: readonly string[];
  /** Milliseconds for which an old version of a view is kept. */
  readonly viewGrace: number;
  readonly logLevel: string;
  readonly logFormat: LogFormat;
  /** The collector that traces are sent to; without it there are none. */
  readonly tracing: TracingSettings | undefined;
}

export interface Limits {
  /** Bytes of a request body, compressed and uncompressed. */
  readonly body: number;
  /** Elements of the array in one request. */
  readonly batch: number;
  /** Hits of one search page. */
  readonly page: number;
}

const AIR_QUALITY_INDICES = ["norwegian", "european"] as const;
export type AirQualityIndexName = (typeof AIR_QUALITY_INDICES)[number];

const LOG_FORMATS = ["pretty", "json"] as const;
/** For a person, or for programs. */
export type LogFormat = (typeof LOG_FORMATS)[number];

export const SERVICES = ["command", "projector", "query"] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Bodies are held in memory, a few of the largest size at a time. */
const MAX_BODY_BYTES = 1024 ** 3;

const units: Readonly<Record<string, number>> = { "": 1, B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
const spans: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3 };

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`);

const scaled = (pattern: RegExp, factors: Readonly<Record<string, number>>, example: string) =>
  z
    .string()
    .regex(pattern, `must look like ${example}`)
    .transform((text) => {
      const [, amount = "0", unit = ""] = pattern.exec(text) ?? [];
      return Number(amount) * (factors[unit] ?? 1);
    });

const size = scaled(/^(\d+)\s*(B|KiB|MiB|GiB)?$/, units, "64 MiB").refine(
  (bytes) => bytes >= 1024 && bytes <= MAX_BODY_BYTES,
  "must lie between 1 KiB and 1 GiB",
);
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean),
);

const nodes = list.pipe(
  z
    .array(z.url({ protocol: /^https?$/, error: "must be http:// or https:// URLs, separated by commas" }))
    .min(1, "must name a node"),
);

/** For a person if both standard output and the log go to a terminal. */
const usualLogFormat = (): LogFormat => (isatty(1) && isatty(2) ? "pretty" : "json");

/** Whether a text is an address, or a range of addresses with the same first bits: `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || address.includes("%") || more.length > 0) return false;
  // A prefix of 0 bits would trust every address, so that anybody could pose as any client.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const webUrl = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" });

const licence = z.union(
  [z.string().regex(/^[a-z\d][\w.+-]*$/i), webUrl],
  "must be an SPDX name, such as CC-BY-4.0, or an http:// or https:// URL",
);

/** Scheme, host and port, as browsers write them. */
const webOrigin = webUrl.pipe(
  z
    .string()
    .refine((text) => {
      const { username, password, pathname, search, hash } = new URL(text);
      return (
        username === "" && password === "" && pathname === "/" && search === "" && hash === "" && !/[?#]$/.test(text)
      );
    }, "must be scheme, host and port alone, such as https://data.example.org")
    .transform((text) => new URL(text).origin),
);

const networkError = {
  error: ({ input }: { input?: unknown }) =>
    `names ${JSON.stringify(input)}, which is not an address like 10.0.0.1 or 10.0.0.0/8`,
};

const variables = {
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().default("127.0.0.1"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" }).optional(),
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/./, "must look like esdb://user:password@host:2113")
    .optional(),
  ELASTICSEARCH_URL: nodes.optional(),
  ELASTICSEARCH_USERNAME: z.string().optional(),
  ELASTICSEARCH_PASSWORD: z.string().optional(),
  ELASTICSEARCH_API_KEY: z.string().optional(),
  ELASTICSEARCH_CA_FILE: z.string().optional(),
  KAFKA_BROKERS: list
    .pipe(
      z.array(z.string().regex(/^[^\s:/]+:\d+$|^\[[\da-f:]+\]:\d+$/i, "must look like host:9092,other:9092")).min(1),
    )
    .optional(),
  KAFKA_SSL: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .transform((value) => value === "true"),
  KAFKA_SASL_MECHANISM: z.enum(SASL_MECHANISMS, `must be one of ${SASL_MECHANISMS.join(", ")}`).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
  KAFKA_CA_FILE: z.string().optional(),
  AIRLOG_DATA: z.string().default("./data"),
  AIRLOG_SERVICES: list
    .pipe(z.array(z.enum(SERVICES, `must name some of ${SERVICES.join(", ")}`)).min(1, "must name a service"))
    .transform((names) => [...new Set(names)])
    .default([...SERVICES]),
  AIRLOG_UTC_OFFSET: z
    .string()
    .regex(/^[+-](0\d|1[0-4]):(00|15|30|45)$/, "must look like +01:00")
    .default("+01:00")
    .transform(minutesAhead),
  AIRLOG_AQI: z.enum(AIR_QUALITY_INDICES, `must be one of ${AIR_QUALITY_INDICES.join(", ")}`).default("norwegian"),
  AIRLOG_UTD_HOURS: wholeNumber(1, 8_760).default(6),
  AIRLOG_OPERATOR: z.string().optional(),
  // It becomes a link in the pages, so it must not be a script.
  AIRLOG_TERMS_URL: webUrl.optional(),
  AIRLOG_DATA_LICENCE: licence.optional(),
  AIRLOG_MAP_STYLE: mapStyle.optional(),
  AIRLOG_PUBLIC_URL: webOrigin.optional(),
  AIRLOG_REPOSITORY_ID: z
    .string()
    .regex(REPOSITORY_ID, "must look like data.example.org, each part beginning with a letter")
    .optional(),
  // For harvesters: checked, so that it may be set already.
  AIRLOG_ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
  AIRLOG_ADMIN_PASSWORD: NewPassword.optional(),
  AIRLOG_SIGNING_KEY_FILE: z.string().optional(),
  AIRLOG_MAX_BODY: size.default(64 * 1024 ** 2),
  AIRLOG_MAX_BATCH: wholeNumber(1, 1_000_000).default(10_000),
  AIRLOG_MAX_PAGE: wholeNumber(1, 10_000).default(10_000),
  AIRLOG_RATE_LIMIT: z.union([z.literal("off"), wholeNumber(1, 1e9)], "must be a whole number or off").default(1200),
  AIRLOG_TRUSTED_PROXIES: list.pipe(z.array(z.string().refine(isNetwork, networkError))).default([]),
  AIRLOG_VIEW_GRACE: scaled(/^(\d+)(s|m|h|d)$/, spans, "24h").default(86_400e3),
  AIRLOG_LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "must be a pino level")
    .default("info"),
  AIRLOG_LOG_FORMAT: z.enum(LOG_FORMATS, `must be one of ${LOG_FORMATS.join(", ")}`).default(usualLogFormat),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w.-]+=(?:[ -$&-+\--~]|%[2-7][\da-f])*(?:, *[\w.-]+=(?:[ -$&-+\--~]|%[2-7][\da-f])*)*$/i, {
      error: "must look like name=value,other=value, values percent-encoded",
    })
    .optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], "must be otlp or none").default("otlp"),
};

type Values = z.infer<z.ZodObject<typeof variables>>;

const KNOWN: ReadonlySet<string> = new Set([...Object.keys(variables), ...SECRETS.map((name) => `${name}_FILE`)]);

/** Variables that mean nothing without another. */
const halves = [
  ["ELASTICSEARCH_USERNAME", "ELASTICSEARCH_PASSWORD"],
  ["ELASTICSEARCH_PASSWORD", "ELASTICSEARCH_USERNAME"],
  ["KAFKA_SASL_MECHANISM", "KAFKA_SASL_USERNAME"],
  ["KAFKA_SASL_USERNAME", "KAFKA_SASL_PASSWORD"],
  ["KAFKA_SASL_PASSWORD", "KAFKA_SASL_MECHANISM"],
] as const;

/** @throws ConfigInvalid naming every bad or unknown variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const secrets = readSecretFiles(environment);
  const given: Readonly<Record<string, string | undefined>> = { ...environment, ...secrets.values };
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== "");
  const unknown = set.map(([name]) => name).filter((name) => name.startsWith("AIRLOG_") && !KNOWN.has(name));
  const result = z.object(variables).safeParse(Object.fromEntries(set));
  const isGiven = (name: string) => given[name] || secrets.sources[name];
  const problems = [
    ...unknown.sort().map((name) => `${name} is not a variable that airlog knows`),
    ...secrets.problems,
    ...(result.error?.issues ?? []).map(({ path: [name = ""], message }) => {
      return `${secrets.sources[String(name)] ?? String(name)} ${message}`;
    }),
    ...halves
      .filter(([first, second]) => isGiven(first) && !isGiven(second))
      .map(([first, second]) => `${second} must be set too where ${first} is`),
  ];
  if (problems.length > 0 || !result.success) throw new ConfigInvalid(problems);
  return configOf(result.data);
}

function configOf(values: Values): Config {
  return {
    host: values.HOST,
    port: values.PORT,
    dataFolder: values.AIRLOG_DATA,
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL,
    elasticsearch: elasticsearchOf(values),
    kafka: kafkaOf(values),
    services: values.AIRLOG_SERVICES,
    utcOffset: values.AIRLOG_UTC_OFFSET,
    airQualityIndex: values.AIRLOG_AQI,
    upToDateHours: values.AIRLOG_UTD_HOURS,
    operator: values.AIRLOG_OPERATOR,
    termsUrl: values.AIRLOG_TERMS_URL,
    dataLicence: values.AIRLOG_DATA_LICENCE,
    mapStyle: values.AIRLOG_MAP_STYLE,
    publicUrl: values.AIRLOG_PUBLIC_URL,
    repositoryId: values.AIRLOG_REPOSITORY_ID,
    adminPassword: values.AIRLOG_ADMIN_PASSWORD,
    signingKeyFile: values.AIRLOG_SIGNING_KEY_FILE,
    limits: { body: values.AIRLOG_MAX_BODY, batch: values.AIRLOG_MAX_BATCH, page: values.AIRLOG_MAX_PAGE },
    rateLimit: values.AIRLOG_RATE_LIMIT,
    trustedProxies: values.AIRLOG_TRUSTED_PROXIES,
    viewGrace: values.AIRLOG_VIEW_GRACE,
    logLevel: values.AIRLOG_LOG_LEVEL,
    logFormat: values.AIRLOG_LOG_FORMAT,
    tracing: tracingOf(values),
  };
}

function tracingOf(values: Values): TracingSettings | undefined {
  const isOff = values.OTEL_SDK_DISABLED?.toLowerCase() === "true" || values.OTEL_TRACES_EXPORTER === "none";
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, "")}/v1/traces`);
  return isOff || url === undefined ? undefined : { url, headers: values.OTEL_EXPORTER_OTLP_HEADERS };
}

function elasticsearchOf(values: Values): ElasticsearchSettings | undefined {
  if (values.ELASTICSEARCH_URL === undefined) return undefined;
  return {
    nodes: values.ELASTICSEARCH_URL,
    username: values.ELASTICSEARCH_USERNAME,
    password: values.ELASTICSEARCH_PASSWORD,
    apiKey: values.ELASTICSEARCH_API_KEY,
    caFile: values.ELASTICSEARCH_CA_FILE,
  };
}

function kafkaOf(values: Values): KafkaSettings | undefined {
  if (values.KAFKA_BROKERS === undefined) return undefined;
  const caFile = values.KAFKA_CA_FILE;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = values;
  const sasl = mechanism && username && password ? { mechanism, username, password } : undefined;
  return { brokers: values.KAFKA_BROKERS, tls: values.KAFKA_SSL || caFile !== undefined, caFile, sasl };
}

/** The configuration as it may be printed: no secrets. */
export function printable(config: Config): Record<string, unknown> {
  const { databaseUrl, eventStoreUrl, elasticsearch, kafka, adminPassword, tracing, ...rest } = config;
  return {
    ...rest,
    databaseUrl: databaseUrl === undefined ? "embedded" : withoutSecrets(databaseUrl),
    eventStoreUrl: eventStoreUrl === undefined ? "in the database" : withoutSecrets(eventStoreUrl),
    elasticsearch: elasticsearch === undefined ? "embedded" : printableElasticsearch(elasticsearch),
    kafka: kafka === undefined ? "not used" : printableKafka(kafka),
    adminPassword: setOrNot(adminPassword),
    tracing: tracing === undefined ? "off" : { url: withoutSecrets(tracing.url), headers: setOrNot(tracing.headers) },
  };
}

function printableElasticsearch({ nodes, username, password, apiKey, caFile }: ElasticsearchSettings) {
  return {
    nodes: nodes.map(withoutSecrets),
    username,
    password: setOrNot(password),
    apiKey: setOrNot(apiKey),
    caFile,
  };
}

function printableKafka({ sasl, ...rest }: KafkaSettings) {
  return { ...rest, sasl: sasl && { ...sasl, password: setOrNot(sasl.password) } };
}

function setOrNot(secret: string | undefined): string {
  return secret === undefined ? "not set" : "set";
}

/** Scheme, hosts and path: without user, password and options, whether or not the rest is well formed. */
function withoutSecrets(url: string): string {
  const [, scheme = "", rest = ""] = /^([a-z+]+:\/\/)(.*)$/is.exec(url) ?? [];
  const at = rest.lastIndexOf("@") + 1;
  // Where an option may contain the "@", a host can't be distinguished from the end of a password.
  return /[?#]/.test(rest.slice(0, at)) ? `${scheme}…` : scheme + rest.slice(at).replace(/[?#].*$/s, "");
}

export class ConfigInvalid extends Error {
  override readonly name = "ConfigInvalid";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}
