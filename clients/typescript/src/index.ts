import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./openapi.ts";

export type { components, paths } from "./openapi.ts";

/** A type of the description by its name, such as `Schema<"Facility">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** What every failure is answered with. */
export type Problem = Schema<"ProblemDetails">;

export type AirlogClient = Client<paths>;

export interface AirlogOptions {
  /** The address that paths follow, such as `https://data.example.org`. */
  readonly baseUrl: string;
  /** For writes: the access token, or what returns it for each request. */
  readonly token?: string | (() => string | Promise<string>);
  /** Instead of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client of an airlog, with a method for each method of HTTP whose paths, parameters, bodies and answers are typed. */
export function airlog({ baseUrl, token, fetch }: AirlogOptions): AirlogClient {
  const client = createClient<paths>({ baseUrl, ...(fetch && { fetch }) });
  if (token !== undefined) {
    client.use({
      onRequest: async ({ request }) => {
        request.headers.set("Authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
        return request;
      },
    });
  }
  return client;
}

/** A failure as an error, for those who throw it. */
export class AirlogError extends Error {
  override readonly name = "AirlogError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.title}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** The body of an answer of success. @throws AirlogError for any other */
export function dataOf<Data>(answer: { readonly data?: Data; readonly error?: unknown }): Data {
  // Every failure is described as a problem.
  if (answer.error !== undefined) throw new AirlogError(answer.error as Problem);
  // An answer of success without a body has an undefined one.
  return answer.data as Data;
}
