import type { OpenApiDocument } from "../../../../contracts/openapi/document.ts";
import { Table } from "../components/table.tsx";
import type { Locale } from "../frame/language.ts";
import { Prose } from "./prose.tsx";
import { membersOf, typeText } from "./schema-text.ts";

interface Described {
  readonly schema: unknown;
  readonly document: OpenApiDocument;
}

/** The members of an object, or of the objects of an array; nothing where it is neither. */
export function MemberTable({ label, schema, document, locale }: Described & { label: string; locale: Locale }) {
  const { docs: texts } = locale.texts;
  const members = membersOf(schema, document);
  if (members.length === 0) return null;
  return (
    <Table label={label} heads={[texts.member, texts.type, texts.meaning]}>
      {members.map(({ name, type, isRequired, description }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td>
            <span lang="en">
              <TypeWords schema={type} document={document} />
            </span>
            {isRequired && `, ${texts.required}`}
          </td>
          <td lang="en">
            <Prose text={description} locale={locale} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The anchor of a named type on each page that names it. */
export const typeAnchor = (name: string): string => `type-${name}`;

/** A type in few words, in which those that have a name lead to their description. */
export function TypeWords({ schema, document }: Described) {
  return (
    <>
      {typeText(schema)
        .split(/(?<!")\b([A-Z]\w+)\b/)
        .map((word) =>
          Object.hasOwn(document.components.schemas, word) ? <a href={`#${typeAnchor(word)}`}>{word}</a> : word,
        )}
    </>
  );
}
