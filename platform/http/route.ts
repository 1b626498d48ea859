import type { Express, RequestHandler } from "express";
import type { RouteDeclaration } from "../../contracts/routes/route.ts";
import { problem } from "./problem.ts";

/**
 * A declared route, and the handlers that answer it. This is all that a service hands over: the application mounts it,
 * answers `OPTIONS` and 405, and takes suffixes off its path as the declaration says.
 *
 * Services bind routes through a function for their kind of route, which turns the declaration's flags into handlers:
 * `read(getFacility, run)` in services/query/http and `write(addFacility, { appends, run })` in services/command/http.
 * Such a function takes roles (`access`), limits (`body`) and parameters (`readParameters`, beside this file) from the
 * declaration alone. What the description does not tell, such as the events that a write appends, stands at the binding.
 */
export interface ServedRoute {
  readonly declaration: RouteDeclaration;
  /** Called in their order. */
  readonly handlers: readonly RequestHandler[];
}

export function serve(declaration: RouteDeclaration, ...handlers: readonly RequestHandler[]): ServedRoute {
  return { declaration, handlers };
}

/** Mounts the routes by Express's own router. */
export function mount(application: Express, routes: readonly ServedRoute[]): void {
  for (const { declaration, handlers } of routes) {
    application[declaration.method](expressPath(declaration.path), ...handlers);
  }
}

/** `/api/facilities/{facilityId}` as Express writes it: `/api/facilities/:facilityId`. */
function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Answers requests that no route took: the path's methods to `OPTIONS`, 405 to other methods, 404 where nothing is. */
export function answerUnserved(declarations: readonly RouteDeclaration[]): RequestHandler {
  const known = declarations.map(({ path, method }) => ({ pattern: pathPattern(path), method: method.toUpperCase() }));
  return (request, response) => {
    const matching = known.filter(({ pattern }) => pattern.test(request.path));
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

function pathPattern(path: string): RegExp {
  const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "[^/]+" : escapeRegExp(segment)));
  return new RegExp(`^${segments.join("/")}$`, "i");
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
