import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isDateTime } from "../contracts/date-time.ts";
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from "../contracts/openapi/document.ts";

/** A request and its response, with the decompressed body. */
export interface Exchange {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A response that the OpenAPI description does not allow. */
export class AnswerUndescribed extends Error {
  override readonly name = "AnswerUndescribed";
}

/** Problem codes that any request may get, whatever its path. */
const ANYWHERE: Readonly<Record<number, string>> = {
  404: "route-unknown",
  405: "method-not-allowed",
  431: "headers-too-large",
};

/** Checks answers against an OpenAPI description. */
export class AnswerValidator {
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #templates: readonly { readonly template: string; readonly pattern: RegExp }[];

  constructor(document: OpenApiDocument) {
    this.#document = document;
    formats.default(this.#ajv);
    // Times are served as they were sent; one without an offset is UTC.
    this.#ajv.addFormat("date-time", isDateTime);
    this.#ajv.addSchema({ ...document }, "openapi");
    this.#templates = Object.keys(document.paths)
      .sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")))
      .map((template) => ({ template, pattern: patternOf(template) }));
  }

  /** @throws AnswerUndescribed with the first difference. */
  check(exchange: Exchange): void {
    const { method, status } = exchange;
    if (method === "OPTIONS" && status === 204) return;
    const operation = this.#operation(exchange);
    const response = operation?.operation.responses[String(status)];
    const code = ANYWHERE[status];
    if (code !== undefined && (response === undefined || codeOf(exchange.body) === code)) {
      this.#checkProblem(exchange, code);
      return;
    }
    if (operation === undefined || response === undefined) throw misfit(exchange, "is not described");
    this.#checkHeaders(exchange, response);
    this.#checkBody(exchange, response, `${operation.pointer}/responses/${status}`);
  }

  #operation({ method, path }: Exchange): { operation: OpenApiOperation; pointer: string } | undefined {
    const pathname = (path.split("?", 1)[0] ?? "")
      .replace(/%[2-7][\da-f]/gi, (encoded) => (/%2F/i.test(encoded) ? encoded : decodeURIComponent(encoded)))
      .replace(/\/{2,}/g, "/")
      .replace(/(.)\/$/, "$1");
    const matching = (name: string) => this.#templates.find(({ pattern }) => pattern.test(name))?.template;
    const template = matching(pathname) ?? matching(pathname.replace(/\.(json|csv|ndjson)$/i, ""));
    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = template === undefined ? undefined : this.#document.paths[template]?.[verb];
    if (template === undefined || operation === undefined) return undefined;
    return { operation, pointer: `openapi#/paths/${template.replaceAll("~", "~0").replaceAll("/", "~1")}/${verb}` };
  }

  #checkHeaders(exchange: Exchange, response: OpenApiResponse): void {
    const described = Object.keys(response.headers ?? {});
    for (const name of Object.keys(this.#document.components.headers)) {
      // Every public read carries the rate-limit headers, failures too.
      if (name.startsWith("RateLimit")) continue;
      if (exchange.headers.has(name) && !described.includes(name)) {
        throw misfit(exchange, `has the header ${name}, which is not described`);
      }
    }
    const mustTell = exchange.status === 429 || exchange.status === 503;
    if (mustTell && !/^\d+$/.test(exchange.headers.get("Retry-After") ?? "")) {
      throw misfit(exchange, "lacks Retry-After");
    }
  }

  #checkBody(exchange: Exchange, response: OpenApiResponse, pointer: string): void {
    if (exchange.method === "HEAD" || response.content === undefined) {
      if (exchange.body !== "") throw misfit(exchange, "has a body");
      return;
    }
    const type = contentType(exchange);
    if (!(type in response.content)) throw misfit(exchange, `has the content type ${type}`);
    if (type !== "application/json" && type !== "application/problem+json") return;
    this.#checkJson(exchange, this.#schema(`${pointer}/content/${type.replaceAll("/", "~1")}/schema`));
    if (type === "application/problem+json") checkInstance(exchange);
  }

  #checkProblem(exchange: Exchange, code: string): void {
    if (exchange.method === "HEAD") return;
    if (contentType(exchange) !== "application/problem+json") throw misfit(exchange, "is not a problem document");
    this.#checkJson(exchange, this.#schema("openapi#/components/schemas/ProblemDetails"));
    checkInstance(exchange);
    if (codeOf(exchange.body) !== code) throw misfit(exchange, `has the code ${codeOf(exchange.body)}`);
  }

  #checkJson(exchange: Exchange, validate: ValidateFunction): void {
    if (!validate(parse(exchange))) {
      throw misfit(exchange, `does not fit its schema: ${this.#ajv.errorsText(validate.errors)}`);
    }
  }

  #schema(pointer: string): ValidateFunction {
    const validate = this.#ajv.getSchema(pointer);
    if (validate === undefined) throw new Error(`the description has no schema at ${pointer}`);
    return validate;
  }
}

function patternOf(template: string): RegExp {
  const segments = template
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${segments.join("/")}$`, "i");
}

function contentType({ headers }: Exchange): string {
  return (headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim() ?? "";
}

function parse(exchange: Exchange): unknown {
  try {
    return JSON.parse(exchange.body);
  } catch {
    throw misfit(exchange, "is not JSON");
  }
}

function codeOf(body: string): unknown {
  try {
    return JSON.parse(body).code;
  } catch {
    return undefined;
  }
}

/** RFC 9457: the problem document repeats the response's status, and its `instance` is the requested path. */
function checkInstance(exchange: Exchange): void {
  const { status, instance }: { status: number; instance: string } = JSON.parse(exchange.body);
  if (status !== exchange.status) throw misfit(exchange, `says status ${status} in its document`);
  if (!exchange.path.startsWith(instance.split("?", 1)[0] ?? ""))
    throw misfit(exchange, `says it is about ${instance}`);
}

function misfit({ method, path, status, body }: Exchange, message: string): AnswerUndescribed {
  return new AnswerUndescribed(`the answer ${status} to ${method} ${path} ${message}; body: ${body.slice(0, 500)}`);
}
