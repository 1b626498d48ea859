import { MAX_DEPTH } from "../../../../contracts/search-limits.ts";
import { aggregationKinds } from "../../../../search-engine/language/aggregations/table.ts";
import { queryKinds } from "../../../../search-engine/language/queries/table.ts";
import { searchMembers } from "../../../../search-engine/language/search.ts";
import { Facts } from "../components/facts.tsx";
import { Table } from "../components/table.tsx";
import type { Locale } from "../frame/language.ts";
import { Prose } from "./prose.tsx";
import { searchableFields } from "./searchable-fields.ts";

/** What a search may hold, and the fields to search by. */
export function SearchLanguage({ locale }: { locale: Locale }) {
  const { docs: texts } = locale.texts;
  return (
    <>
      <h2 id="language">{texts.language}</h2>
      <p>{texts.languageText(MAX_DEPTH)}</p>
      <Facts
        facts={[
          [texts.searchMembers, <Names names={searchMembers} />],
          [texts.queries, <Names names={Object.keys(queryKinds)} />],
          [texts.aggregations, <Names names={Object.keys(aggregationKinds)} />],
        ]}
      />
      <h2 id="fields">{texts.fields}</h2>
      <p>
        <Prose text={texts.fieldsText} locale={locale} />
      </p>
      <Table label={texts.fields} heads={[texts.field, texts.indexedAs]}>
        {searchableFields().map(({ path, kind }) => (
          <tr key={path}>
            <td>
              <code>{path}</code>
            </td>
            <td lang="en">{kind}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul class="line">
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}
