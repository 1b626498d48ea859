import type { OpenApiDocument, OpenApiOperation } from "../../../contracts/openapi/document.ts";
import { type Html, html, prose } from "./html.ts";

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly required?: boolean;
}

interface Body {
  readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { value: unknown }>> }>>;
}

export const routeAnchor = (operation: OpenApiOperation): string => `route-${operation.operationId}`;

/** One route: what it does, who may call it, parameters, body, answers and failures. */
export function operationSection({ method, path, operation }: Route, document: OpenApiDocument): Html {
  const roles = operation["x-roles"] as readonly string[] | undefined;
  return html`<section id="${routeAnchor(operation)}">
<h3><span class="method">${method.toUpperCase()}</span><code>${path}</code></h3>
<p>${operation["deprecated"] === true ? html`<strong>Superseded.</strong> ` : ""}${String(operation["summary"])}. ${prose(String(operation["description"] ?? ""))}</p>
<p class="quiet">${roles === undefined ? "Public." : `Needs an access token with ${roles.join(" or ")}.`}</p>
${parameterTable(operation, document)}
${bodyExamples(operation)}
${answerTable(operation)}
${answerExamples(operation)}
</section>
`;
}

function parameterTable(operation: OpenApiOperation, document: OpenApiDocument): Html {
  const parameters = ((operation["parameters"] as readonly object[] | undefined) ?? []).map((parameter) =>
    "$ref" in parameter ? component(String(parameter.$ref), document) : (parameter as Parameter),
  );
  if (parameters.length === 0) return html``;
  return html`<table><thead><tr><th>Parameter</th><th>In</th><th></th></tr></thead><tbody>
${parameters.map(
  ({ name, in: place, description, required }) =>
    html`<tr><td><code>${name}</code></td><td>${place}${required ? ", required" : ""}</td><td>${prose(description)}</td></tr>\n`,
)}
</tbody></table>`;
}

function component(reference: string, document: OpenApiDocument): Parameter {
  return document.components.parameters[reference.replace("#/components/parameters/", "")] as Parameter;
}

function answerTable(operation: OpenApiOperation): Html {
  const answers = Object.entries(operation.responses);
  return html`<table><thead><tr><th>Answer</th><th></th><th>Headers</th></tr></thead><tbody>
${answers.map(
  ([status, { description, headers }]) =>
    html`<tr><td>${status}</td><td>${prose(description)}</td><td>${Object.keys(headers ?? {}).join(", ")}</td></tr>\n`,
)}
</tbody></table>`;
}

function bodyExamples(operation: OpenApiOperation): Html {
  const body = operation["requestBody"] as Body | undefined;
  const examples = Object.values(body?.content["application/json"]?.examples ?? {});
  return html`${examples.map(({ value }) => html`<p>Body:</p>${code(value)}`)}`;
}

function answerExamples(operation: OpenApiOperation): Html {
  const answers = Object.entries(operation.responses);
  const examples = answers.flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ example }) => (example === undefined ? [] : [[status, example] as const])),
  );
  return html`${examples.map(([status, example]) => html`<p>${status}:</p>${code(example)}`)}`;
}

function code(value: unknown): Html {
  return html`<pre>${JSON.stringify(value, null, 2)}</pre>`;
}
