import { PROBLEMS, ProblemDetails } from "../../../../contracts/problem.ts";
import { Table } from "../components/table.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { DocsFrame, type Interface } from "./frame.tsx";
import { Prose } from "./prose.tsx";

const CODES = ProblemDetails.shape.code.options;

/** Every failure; an answer's `type` leads to its row. */
export function problemsPage({ publicUrl }: Interface, locale: Locale): PortalPage {
  const { docs, failure } = locale.texts;
  const { title, text, code, titleOf } = docs.problems;
  return {
    title,
    description: docs.problems.description,
    canonical: `${publicUrl}/docs/problems`,
    alternates: [{ type: "application/json", address: "/openapi.json", title: "OpenAPI" }],
    main: (
      <DocsFrame here="/docs/problems" locale={locale}>
        <h1>{title}</h1>
        {text.map((paragraph) => (
          <p key={paragraph}>
            <Prose text={paragraph} locale={locale} />
          </p>
        ))}
        <Table label={title} heads={[code, docs.status, titleOf]}>
          {CODES.map((name) => (
            <tr key={name} id={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{PROBLEMS[name][0]}</td>
              <td>{failure.meaning(name)}</td>
            </tr>
          ))}
        </Table>
      </DocsFrame>
    ),
  };
}
