import type { OpenApiDocument } from "../../../../contracts/openapi/document.ts";
import type { Locale } from "../frame/language.ts";
import { MemberTable, TypeWords, typeAnchor } from "./member-table.tsx";
import type { Operation } from "./operations.ts";
import { Prose } from "./prose.tsx";
import { descriptionOf, hasMembers, typesIn } from "./schema-text.ts";

interface Described {
  readonly names: readonly string[];
  readonly document: OpenApiDocument;
  readonly locale: Locale;
}

/** Named types with their members. */
export function TypesSection({ names, document, locale }: Described) {
  const { docs: texts } = locale.texts;
  if (names.length === 0) return null;
  return (
    <>
      <h2 id="types">{texts.types}</h2>
      {names.map((name) => {
        const schema = document.components.schemas[name];
        return (
          <section key={name} id={typeAnchor(name)}>
            <h3>
              <code>{name}</code>
            </h3>
            <p lang="en">
              <Prose text={descriptionOf(schema)} locale={locale} />
            </p>
            {hasMembers(schema) ? (
              <MemberTable label={`${texts.types}: ${name}`} schema={schema} document={document} locale={locale} />
            ) : (
              <p lang="en">
                <TypeWords schema={schema} document={document} />
              </p>
            )}
          </section>
        );
      })}
    </>
  );
}

/** Names of the types that the descriptions of routes show. */
export function typesOf(routes: readonly Operation[], document: OpenApiDocument): readonly string[] {
  return typesIn(routes.flatMap(shownSchemas), document);
}

function shownSchemas({ operation, parameters }: Operation): readonly unknown[] {
  const answers = Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content));
  return [
    ...parameters.map(({ schema }) => schema),
    ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
    ...answers.flatMap(({ schema, example }) => (example === undefined ? [] : [schema])),
  ];
}
