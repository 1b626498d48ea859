import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from "../../../../contracts/openapi/document.ts";
import { routeAnchor } from "../../../../contracts/routes/portal/docs.ts";

/** One route of the description, with its parameters looked up. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
  readonly parameters: readonly OpenApiParameter[];
}

/** The routes of a capability, in the order of the description. */
export function operationsOf(tag: string, document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        parameters: (operation.parameters ?? []).flatMap((parameter) =>
          "$ref" in parameter ? (component(parameter.$ref, document) ?? []) : parameter,
        ),
      })),
  );
}

function component(reference: string, document: OpenApiDocument): OpenApiParameter | undefined {
  return document.components.parameters[reference.replace("#/components/parameters/", "")];
}

/** Names the description of a route on a page. */
export const anchorOf = ({ operation }: Operation): string => routeAnchor(operation.operationId);

/** The media type of the first answer of success that has a body. */
export function mediaTypesOf({ operation }: Operation): readonly string[] {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  return Object.keys(success?.content ?? {});
}
