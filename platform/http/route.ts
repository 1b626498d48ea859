import type { Express, RequestHandler } from "express";
import type { RouteDeclaration } from "../../contracts/routes/route.ts";
import { pathPattern } from "./path-pattern.ts";
import { problem } from "./problem.ts";

/**
 * A declared route, and the handlers that answer it. A service provides nothing else: the application mounts the route,
 * answers `OPTIONS` and 405, and removes suffixes from its path by the declaration.
 *
 * Services bind routes through a function for their kind of route, which turns the declaration's flags into handlers:
 * `read(getFacility, run)` in services/query/http and `write(addFacility, { appends, run })` in services/command/http.
 * Such a function takes roles (`access`), limits (`body`) and parameters (`readParameters`, beside this file) from the
 * declaration alone. Facts that are not described, such as the events that a write appends, are given at the binding.
 */
export interface ServedRoute {
  readonly declaration: RouteDeclaration;
  /** Called in their order. */
  readonly handlers: readonly RequestHandler[];
}

export function serve(declaration: RouteDeclaration, ...handlers: readonly RequestHandler[]): ServedRoute {
  return { declaration, handlers };
}

/**
 * Mounts the routes with Express's own router. `DELETE …/stations/add` does not delete a station `add`, since ids are
 * numbers: it gets 405.
 */
export function mount(application: Express, routes: readonly ServedRoute[]): void {
  const declarations = routes.map(({ declaration }) => declaration);
  const [literal, parametrised] = [routes.filter(isLiteral), routes.filter((route) => !isLiteral(route))];
  for (const route of literal) mountOne(application, route);
  const unserved = answerUnserved(declarations);
  for (const path of mistakablePaths(declarations)) application.all(path, unserved);
  for (const route of parametrised) mountOne(application, route);
}

function mountOne(application: Express, { declaration, handlers }: ServedRoute): void {
  application[declaration.method](expressPath(declaration.path), ...handlers);
}

const isLiteral = ({ declaration }: Pick<ServedRoute, "declaration">): boolean => !declaration.path.includes("{");

/** Literal paths whose last segment a route would take for its parameter, although it is not a value of it. */
function mistakablePaths(declarations: readonly RouteDeclaration[]): ReadonlySet<string> {
  const literal = declarations.filter((declaration) => isLiteral({ declaration })).map(({ path }) => path);
  return new Set(literal.filter((path) => declarations.some((declaration) => isMistakenFor(path, declaration))));
}

function isMistakenFor(path: string, { path: template, parameters = {} }: RouteDeclaration): boolean {
  const [, parent, name = ""] = /^(.*\/)\{(\w+)\}$/.exec(template) ?? [];
  if (parent === undefined || !path.startsWith(parent)) return false;
  const segment = path.slice(parent.length);
  return !segment.includes("/") && parameters[name]?.schema.safeParse(segment).success === false;
}

/** `/api/facilities/{facilityId}` as Express writes it: `/api/facilities/:facilityId`. */
function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Answers requests without a route: `OPTIONS` with the path's methods, other methods with 405, unknown paths with 404. */
export function answerUnserved(declarations: readonly RouteDeclaration[]): RequestHandler {
  const mistakable = mistakablePaths(declarations);
  const known = declarations.map((declaration) => ({
    pattern: pathPattern(declaration.path),
    method: declaration.method.toUpperCase(),
    isLiteral: isLiteral({ declaration }),
  }));
  return (request, response) => {
    const literalOnly = mistakable.has(request.path.toLowerCase());
    const matching = known.filter((route) => route.pattern.test(request.path) && (route.isLiteral || !literalOnly));
    if (matching.length === 0) {
      throw problem("route-unknown", `There is no route ${request.path}; /docs lists all routes.`);
    }
    const methods = new Set(matching.map(({ method }) => method));
    if (methods.has("GET")) methods.add("HEAD");
    const headers = { Allow: [...methods].sort().join(", ") };
    if (request.method !== "OPTIONS") {
      throw problem("method-not-allowed", `${request.path} allows ${headers.Allow}.`, { headers });
    }
    response.set(headers).status(204).end();
  };
}
