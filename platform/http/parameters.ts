import type { FieldError } from "../../contracts/problem.ts";
import { ParameterError, type Parameters, type ParameterValues } from "../../contracts/routes/parameter.ts";
import type { RouteDeclaration } from "../../contracts/routes/route.ts";
import { type HttpProblem, problem } from "./problem.ts";

/** The parts of a request that are read: its URL, and the path parameters found by Express. */
export interface SentParameters {
  readonly url: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Reads and checks every parameter of the route. @throws HttpProblem `parameter-invalid` naming all invalid ones. */
export function readParameters<Declared extends Parameters>(
  route: RouteDeclaration<Declared>,
  request: SentParameters,
): ParameterValues<Declared> {
  const textsOf = route.lenient ? lenientQuery(request.url) : exactQuery(request.url);
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, parameter] of Object.entries(route.parameters ?? {})) {
    const texts = parameter.in === "path" ? [String(request.params[name])] : textsOf(name, parameter.aliases);
    try {
      values[name] = parameter.read(texts);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      errors.push({ path: name, message: error.message });
    }
  }
  // Each name has the value that its parameter's `read` returned.
  const read = values as ParameterValues<Declared>;
  errors.push(...(route.check?.(read) ?? []));
  if (errors.length > 0) throw invalidParameters(errors);
  return read;
}

/** `path`: the name of each parameter; `message`: what is wrong with it, without a subject. */
export function invalidParameters(errors: readonly FieldError[]): HttpProblem {
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join("; ");
  return problem("parameter-invalid", `${detail}.`, { errors });
}

type TextsOf = (name: string, aliases: readonly string[] | undefined) => readonly string[];

const noTexts: TextsOf = () => [];

/** Unlike Express's own, the parameters are not cut at a thousand. */
function exactQuery(url: string): TextsOf {
  if (queryOf(url) === "") return noTexts;
  const query = sentQuery({}, url);
  return (name) => query.getAll(name);
}

/** Names in any case and aliases are accepted. All different values of a repeated name count; empty ones don't. */
function lenientQuery(url: string): TextsOf {
  if (queryOf(url) === "") return noTexts;
  const given = [...sentQuery({ lenient: true }, url)];
  return (name, aliases = []) => {
    const values = given
      .filter(([sent]) => sent === name || aliases.includes(sent))
      .flatMap(([, value]) => value.split(";"))
      .map((value) => value.trim())
      .filter(Boolean);
    return values.length > 0 ? [[...new Set(values)].join(";")] : [];
  };
}

/** What was sent in a query, by names as the route reads them. Some programs put extra `?` or `&` at the query's ends. */
export function sentQuery({ lenient }: Pick<RouteDeclaration, "lenient">, url: string): URLSearchParams {
  if (!lenient) return new URLSearchParams(queryOf(url));
  const sent = new URLSearchParams(withoutMarksAtEnds(queryOf(url)));
  return new URLSearchParams(Array.from(sent, ([name, value]) => [name.trim().toLowerCase(), value]));
}

/** A loop, since a regular expression for marks at the end takes quadratic time where other characters follow them. */
function withoutMarksAtEnds(query: string): string {
  let [start, end] = [0, query.length];
  while (start < end && isMark(query[start])) start++;
  while (start < end && isMark(query[end - 1])) end--;
  return query.slice(start, end);
}

const isMark = (character: string | undefined): boolean => character === "?" || character === "&";

function queryOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}
