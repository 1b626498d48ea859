import { PROBLEMS, ProblemDetails } from "../problem.ts";
import { accessRoutes } from "./access.ts";
import { facilityRoutes } from "./facilities.ts";
import { HEADERS, type HeaderName, PARAMETERS } from "./headers.ts";
import { lookupRoutes } from "./lookup.ts";
import { measurementRoutes } from "./measurements.ts";
import { measurementWriteRoutes } from "./measurements-write.ts";
import { recordRoutes } from "./records.ts";
import { type AnswerDescription, type BodyDescription, type RouteDescription, TAGS } from "./route.ts";
import { SchemaCollector } from "./schemas.ts";
import { searchRoutes } from "./search.ts";
import { serviceRoutes } from "./service.ts";
import { termsOfUse } from "./terms.ts";
import { uvRoutes } from "./uv.ts";

/** Every route of the service. */
export const ROUTES: readonly RouteDescription[] = [
  ...facilityRoutes,
  ...searchRoutes,
  ...recordRoutes,
  ...measurementRoutes,
  ...lookupRoutes,
  ...measurementWriteRoutes,
  ...uvRoutes,
  ...accessRoutes,
  ...serviceRoutes,
];

/** What the description says about the running service. */
export interface DescriptionSettings {
  readonly version: string;
  /** Who is to be credited. */
  readonly operator: string | undefined;
  readonly termsUrl: string | undefined;
  readonly limits: { readonly body: number; readonly batch: number; readonly page: number };
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Readonly<Record<string, unknown>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<"schemas" | "headers" | "parameters" | "securitySchemes", OpenApiObject>>;
}

export type OpenApiObject = Readonly<Record<string, unknown>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
  readonly [member: string]: unknown;
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
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "airlog",
      version: settings.version,
      summary: "A catalogue of environmental datasets and the facilities they belong to",
      description: introduction(settings),
      ...(settings.termsUrl !== undefined && { termsOfService: settings.termsUrl }),
      ...(settings.operator !== undefined && { contact: { name: settings.operator } }),
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components(),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

function introduction(settings: DescriptionSettings): string {
  const { body, batch, page } = settings.limits;
  return [
    `Terms of use: ${termsOfUse(settings).join(" ")}`,
    "Every failure is a problem document (RFC 9457) with a stable `code`. `HEAD` works wherever `GET` does; a trailing " +
      "slash and doubled slashes make no difference; query parameters that are not described are ignored. Bodies may " +
      "be sent with `Content-Encoding: gzip`; answers are compressed when asked (br, gzip). Numbers are IEEE doubles.",
    `Limits: a request body ${body / 1024 ** 2} MiB, also when unpacked (a search 1 MiB); ${batch} records or PIDs a ` +
      `request; a record 512 KiB; ${page} hits a page.`,
  ].join("\n\n");
}

function operation(route: RouteDescription, schemas: SchemaCollector): OpenApiOperation {
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
    ...(route.body && { requestBody: { required: true, content: bodies(route.body, schemas) } }),
    responses: responses(route, schemas),
  };
}

function bodies({ schema, examples, lines }: BodyDescription, schemas: SchemaCollector): OpenApiObject {
  return {
    "application/json": {
      schema: schemas.reference(schema),
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    },
    ...(lines && {
      // There is no word for the schema of each line; readers take it for that.
      "application/x-ndjson": {
        schema: schemas.reference(lines.schema),
        examples: { line: { summary: "One line", value: lines.example } },
      },
    }),
  };
}

function parameters(route: RouteDescription, schemas: SchemaCollector): OpenApiObject {
  const own = (route.parameters ?? []).map(({ schema, required, ...rest }) => ({
    ...rest,
    required: rest.in === "path" || required === true,
    schema: schemas.reference(schema),
  }));
  const shared = (route.shared ?? []).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return own.length + shared.length > 0 ? { parameters: [...own, ...shared] } : {};
}

function responses(route: RouteDescription, schemas: SchemaCollector): Record<string, OpenApiResponse> {
  const answers = route.answers.map((answer) => [answer.status, success(answer, schemas)] as const);
  const statuses = [...new Set(route.problems.map((code) => PROBLEMS[code][0]))].sort();
  const failures = statuses.map((status) => [status, failure(status, route, schemas)] as const);
  return Object.fromEntries([...answers, ...failures]);
}

function success(answer: AnswerDescription, schemas: SchemaCollector): OpenApiResponse {
  const { description, schema, contentType = "application/json", alsoAs = [], example } = answer;
  return {
    description,
    ...headers(answer.headers ?? []),
    ...(schema && {
      content: {
        [contentType]: { schema: schemas.reference(schema), ...(example !== undefined && { example }) },
        ...Object.fromEntries(alsoAs.map((type) => [type, { schema: { type: "string" } }])),
      },
    }),
  };
}

/** The problems of a route that share a status. */
function failure(status: number, route: RouteDescription, schemas: SchemaCollector): OpenApiResponse {
  const codes = route.problems.filter((code) => PROBLEMS[code][0] === status);
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
    },
  };
}

const headersOf: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function headers(names: readonly HeaderName[]): { headers?: OpenApiObject } {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}
