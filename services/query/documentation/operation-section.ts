import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from "../../../contracts/openapi/document.ts";
import { type Html, html, prose } from "../../../platform/http/pages/html.ts";

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

export const routeAnchor = (operation: OpenApiOperation): string => `route-${operation.operationId}`;

/** One route: what it does, who may call it, parameters, body, answers and failures. */
export function operationSection({ method, path, operation }: Route, document: OpenApiDocument): Html {
  const { "x-roles": roles, summary, description = "", deprecated } = operation;
  return html`<section id="${routeAnchor(operation)}">
<h3><span class="method">${method.toUpperCase()}</span><code>${path}</code></h3>
<p>${deprecated ? html`<strong>Superseded.</strong> ` : ""}${summary}. ${prose(description)}</p>
<p class="quiet">${roles === undefined ? "Public." : `Needs an access token with ${roles.join(" or ")}.`}</p>
${parameterTable(operation, document)}
${bodyExamples(operation)}
${answerTable(operation)}
${answerExamples(operation)}
</section>
`;
}

function parameterTable(operation: OpenApiOperation, document: OpenApiDocument): Html {
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    "$ref" in parameter ? (component(parameter.$ref, document) ?? []) : parameter,
  );
  if (parameters.length === 0) return html``;
  return html`<table><thead><tr><th>Parameter</th><th>In</th><th></th></tr></thead><tbody>
${parameters.map(
  ({ name, in: location, description, required }) =>
    html`<tr><td><code>${name}</code></td><td>${location}${required ? ", required" : ""}</td><td>${prose(description)}</td></tr>\n`,
)}
</tbody></table>`;
}

function component(reference: string, document: OpenApiDocument): OpenApiParameter | undefined {
  return document.components.parameters[reference.replace("#/components/parameters/", "")];
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
  const { requestBody } = operation;
  if (requestBody === undefined) return html``;
  const examples = Object.values(requestBody.content["application/json"]?.examples ?? {});
  return html`<p>Body: ${requestBody.description}</p>${examples.map(({ value }) => code(value))}`;
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
