import { RECORD_BYTES } from "../limits.ts";
import { PROBLEMS, ProblemDetails } from "../problem.ts";
import { ROUTES } from "../routes/all.ts";
import { HEADERS, type HeaderName, SHARED_PARAMETERS } from "../routes/headers.ts";
import {
  type AnswerDeclaration,
  answersOf,
  type BodyDeclaration,
  problemsOf,
  type RouteDeclaration,
  sharedParametersOf,
  TAGS,
} from "../routes/route.ts";
import { MAX_SEARCH_BYTES } from "../search-limits.ts";
import { SchemaCollector } from "./schemas.ts";
import { type TermsSettings, termsOfUse } from "./terms.ts";

/** The settings of the running service that the description quotes. */
export interface DescriptionSettings extends TermsSettings {
  readonly version: string;
  readonly limits: Limits;
}

/** Limits that are configured. */
interface Limits {
  /** Bytes of a body at most. */
  readonly body: number;
  /** Items of a request at most. */
  readonly batch: number;
  /** Hits of a page at most. */
  readonly page: number;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly OpenApiObject[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: OpenApiObject;
    readonly headers: OpenApiObject;
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
    readonly securitySchemes: OpenApiObject;
  };
}

export type OpenApiObject = Readonly<Record<string, unknown>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly OpenApiObject[];
  readonly "x-roles"?: readonly string[];
  readonly parameters?: readonly (OpenApiParameter | { readonly $ref: string })[];
  readonly requestBody?: OpenApiBody;
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly required?: boolean;
  readonly schema: OpenApiObject;
  readonly example?: unknown;
}

export interface OpenApiExample {
  readonly summary?: string;
  readonly value: unknown;
}

export interface OpenApiBody {
  readonly required: boolean;
  readonly description: string;
  /** By content type. */
  readonly content: Readonly<
    Record<string, { readonly schema: OpenApiObject; readonly examples: Readonly<Record<string, OpenApiExample>> }>
  >;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: OpenApiObject;
  /** By content type. */
  readonly content?: Readonly<Record<string, { readonly schema: OpenApiObject; readonly example?: unknown }>>;
}

/** The OpenAPI 3.1 description of the service, made from the contracts. */
export function openApiDocument(settings: DescriptionSettings): OpenApiDocument {
  const schemas = new SchemaCollector();
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas, settings.limits) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "airlog",
      version: settings.version,
      summary: "A catalogue of environmental datasets and the facilities they belong to",
      description: introduction(settings),
      license: { name: "Terms of use", url: settings.termsUrl ?? "/docs#terms" },
      ...(settings.termsUrl !== undefined && { termsOfService: settings.termsUrl }),
      ...(settings.operator !== undefined && { contact: { name: settings.operator } }),
    },
    // Relative to where the description is read.
    servers: [{ url: "/" }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components(),
      headers: HEADERS,
      parameters: SHARED_PARAMETERS,
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

function introduction(settings: DescriptionSettings): string {
  const { body, batch, page } = settings.limits;
  return [
    `Terms of use: ${termsOfUse(settings).join(" ")}`,
    "A failure is a problem document (RFC 9457) with a stable `code`; a page's failure is HTML unless the client prefers JSON. " +
      "`HEAD` works wherever `GET` does; a trailing slash, doubled slashes and percent-encoded letters make no difference; query parameters " +
      "that are not described are ignored. Bodies may be sent with `Content-Encoding: gzip`; answers are compressed when asked " +
      "(br, gzip). Numbers are IEEE doubles.",
    `Limits: a request body ${inWords(body)}, also when unpacked (a search ${inWords(MAX_SEARCH_BYTES)}); ${batch} records or PIDs a ` +
      `request; a record ${inWords(RECORD_BYTES)}; ${page} hits a page.`,
  ].join("\n\n");
}

function operation(route: RouteDeclaration, schemas: SchemaCollector, limits: Limits): OpenApiOperation {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...(route.deprecated && { deprecated: true }),
    ...(route.access !== "public" && {
      security: [{ token: [] }],
      "x-roles": route.access,
    }),
    ...parameters(route, schemas),
    ...(route.body && { requestBody: requestBody(route.body, schemas, limits) }),
    responses: responses(route, schemas),
  };
}

function requestBody(body: BodyDeclaration, schemas: SchemaCollector, limits: Limits): OpenApiBody {
  const { schema, examples, lines, maxBytes = limits.body } = body;
  const maxItems = body.maxItems === "configured" ? limits.batch : body.maxItems;
  const items = maxItems === undefined ? "" : `, and ${maxItems} items`;
  return {
    required: true,
    description: `At most ${inWords(maxBytes)}, also when unpacked${items}.`,
    content: {
      "application/json": {
        schema: schemas.reference(schema),
        examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
      },
      ...(lines && {
        // OpenAPI 3.1 has no keyword for the schema of each line of NDJSON.
        "application/x-ndjson": {
          schema: schemas.reference(lines.schema),
          examples: { line: { summary: "One line", value: lines.example } },
        },
      }),
    },
  };
}

function inWords(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

function parameters(route: RouteDeclaration, schemas: SchemaCollector): Pick<OpenApiOperation, "parameters"> {
  const own = Object.entries(route.parameters ?? {}).map(([name, parameter]) => ({
    name: parameter.documentedAs ?? name,
    in: parameter.in,
    description: parameter.description,
    ...(parameter.example !== undefined && { example: parameter.example }),
    required: parameter.required,
    schema: schemas.reference(parameter.schema),
  }));
  const shared = sharedParametersOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return own.length + shared.length > 0 ? { parameters: [...own, ...shared] } : {};
}

function responses(route: RouteDeclaration, schemas: SchemaCollector): Record<string, OpenApiResponse> {
  const answers = answersOf(route).map((answer) => [answer.status, success(answer, schemas)] as const);
  const statuses = [...new Set(problemsOf(route).map((code) => PROBLEMS[code][0]))].sort();
  const failures = statuses.map((status) => [status, failure(status, route, schemas)] as const);
  return Object.fromEntries([...answers, ...failures]);
}

function success(answer: AnswerDeclaration, schemas: SchemaCollector): OpenApiResponse {
  const { description, schema, mediaTypes = ["application/json"], example } = answer;
  const [first, ...others] = mediaTypes;
  return {
    description,
    ...headers(answer.headers ?? []),
    ...(schema && {
      content: {
        [first]: { schema: schemas.reference(schema), ...(example !== undefined && { example }) },
        ...Object.fromEntries(others.map((type) => [type, { schema: { type: "string" } }])),
      },
    }),
  };
}

/** The problems of a route that share a status. */
function failure(status: number, route: RouteDeclaration, schemas: SchemaCollector): OpenApiResponse {
  const codes = problemsOf(route).filter((code) => PROBLEMS[code][0] === status);
  const members = route.problemMembers?.[status];
  const retry: readonly HeaderName[] = codes.includes("request-running") ? ["Retry-After"] : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}.`).join(" "),
    ...headers(headersOf[status] ?? retry),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            schemas.reference(ProblemDetails),
            { properties: { status: { const: status }, code: { enum: codes } } },
            ...(members ? [schemas.reference(members)] : []),
          ],
        },
      },
      ...(route.failures === "page" && { "text/html": { schema: { type: "string" } } }),
    },
  };
}

const headersOf: Readonly<Record<number, readonly HeaderName[]>> = {
  410: ["Link"],
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function headers(names: readonly HeaderName[]): { headers?: OpenApiObject } {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}
