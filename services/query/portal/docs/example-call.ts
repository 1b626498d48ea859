import type { Call } from "../components/calls.ts";
import { mediaTypesOf, type Operation } from "./operations.ts";

/** The call that a route's examples make: with the parameters that it needs, and the first example of its body. */
export function exampleCall(route: Operation): Call {
  const { method, path, operation, parameters } = route;
  const needed = parameters.filter(({ required }) => required);
  const query = needed.flatMap(({ name, in: place, example }) =>
    place === "query" ? [example].flat().map((value) => `${name}=${encoded(value)}`) : [],
  );
  const target = needed.reduce((given, { name, example }) => given.replace(`{${name}}`, encoded(example)), path);
  const [example] = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const hasBody = successes.every(([, { content }]) => content !== undefined);
  const [type = ""] = mediaTypesOf(route);
  return {
    method,
    target: query.length === 0 ? target : `${target}?${query.join("&")}`,
    body: example?.value,
    needsToken: operation.security !== undefined,
    answers: hasBody ? kindOf(type) : "nothing",
  };
}

function kindOf(mediaType: string): "json" | "text" | "bytes" {
  if (/[/+]json$/.test(mediaType)) return "json";
  return /^image\/(?!svg)/.test(mediaType) ? "bytes" : "text";
}

const encoded = (value: unknown): string => encodeURIComponent(String(value));
