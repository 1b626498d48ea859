import { PROBLEMS } from "../../../../contracts/problem.ts";
import { COMMON_PROBLEMS } from "../../../../contracts/routes/route.ts";
import { Snippet } from "../components/snippet.tsx";
import { Table } from "../components/table.tsx";
import type { Locale } from "../frame/language.ts";
import { Calls } from "./call-snippets.tsx";
import { exampleCall } from "./example-call.ts";
import type { Interface } from "./frame.tsx";
import { MemberTable, TypeWords } from "./member-table.tsx";
import { anchorOf, type Operation } from "./operations.ts";
import { Prose } from "./prose.tsx";
import { TryIt } from "./try-it.tsx";

interface Shown {
  readonly route: Operation;
  readonly about: Interface;
  readonly locale: Locale;
}

/** One route: what it does, who may call it, parameters, body, answers, failures, examples, and a form to try it. */
export function RouteSection({ route, about, locale }: Shown) {
  const { method, path, operation } = route;
  const { docs: texts } = locale.texts;
  const { summary, description, deprecated, "x-roles": roles } = operation;
  return (
    <section class="route" id={anchorOf(route)}>
      <h2 lang="en">{summary}</h2>
      <p class="call">
        <span class="method">{method}</span> <code>{path}</code>
      </p>
      {deprecated && (
        <p>
          <strong>{texts.deprecated}</strong>
        </p>
      )}
      {description !== undefined && (
        <p lang="en">
          <Prose text={description} locale={locale} />
        </p>
      )}
      <p class="quiet">{roles === undefined ? texts.public : texts.needsRole(roles)}</p>
      <ParameterTable route={route} about={about} locale={locale} />
      <Body route={route} about={about} locale={locale} />
      <AnswerTable route={route} locale={locale} />
      <AnswerExamples route={route} about={about} locale={locale} />
      <h3>{texts.examples}</h3>
      <Calls call={exampleCall(route)} base={about.publicUrl} locale={locale} level={4} />
      <TryIt route={route} locale={locale} />
    </section>
  );
}

function ParameterTable({ route, about, locale }: Shown) {
  const { docs: texts } = locale.texts;
  const { parameters, operation } = route;
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>{texts.parameters}</h3>
      <Table
        label={`${texts.parameters}: ${operation.summary}`}
        heads={[texts.parameter, texts.place, texts.type, texts.meaning]}
      >
        {parameters.map(({ name, in: place, required, schema, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              {texts.places[place]}
              {required && `, ${texts.required}`}
            </td>
            <td lang="en">
              <TypeWords schema={schema} document={about.document} />
            </td>
            <td lang="en">
              <Prose text={description} locale={locale} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Body({ route, about, locale }: Shown) {
  const { docs: texts } = locale.texts;
  const { requestBody, summary } = route.operation;
  if (requestBody === undefined) return null;
  const types = Object.keys(requestBody.content);
  const schema = requestBody.content["application/json"]?.schema;
  return (
    <>
      <h3>{texts.body}</h3>
      <p>
        {types.join(", ")}. <span lang="en">{requestBody.description}</span>
      </p>
      <MemberTable label={`${texts.body}: ${summary}`} schema={schema} document={about.document} locale={locale} />
    </>
  );
}

/** Successes, and failures that not every route has. */
function AnswerTable({ route, locale }: Omit<Shown, "about">) {
  const { docs: texts } = locale.texts;
  const { responses, summary } = route.operation;
  const common = COMMON_PROBLEMS.map((code) => String(PROBLEMS[code][0]));
  const shown = Object.entries(responses).filter(([status]) => !common.includes(status));
  return (
    <>
      <h3>{texts.answers}</h3>
      <Table
        label={`${texts.answers}: ${summary}`}
        heads={[texts.status, texts.meaning, texts.mediaType, texts.headers]}
      >
        {shown.map(([status, { description, headers = {}, content = {} }]) => (
          <tr key={status}>
            <th scope="row">{status}</th>
            <td lang="en">
              <Prose text={description} locale={locale} />
            </td>
            <td>{Object.keys(content).join(", ")}</td>
            <td>{Object.keys(headers).join(", ")}</td>
          </tr>
        ))}
      </Table>
      <ul class="line">
        <li>
          <a href={locale.href("/docs/problems")}>{texts.allProblems}</a>
        </li>
      </ul>
    </>
  );
}

function AnswerExamples({ route, about, locale }: Shown) {
  const { docs: texts } = locale.texts;
  const examples = Object.entries(route.operation.responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ schema, example }) =>
      example === undefined ? [] : [{ status, schema, example }],
    ),
  );
  return (
    <>
      {examples.map(({ status, schema, example }) => (
        <div key={status}>
          <h3>{texts.exampleAnswer(status)}</h3>
          <MemberTable
            label={`${texts.exampleAnswer(status)}: ${route.operation.summary}`}
            schema={schema}
            document={about.document}
            locale={locale}
          />
          <Snippet
            label={`${texts.exampleAnswer(status)} (JSON): ${route.operation.summary}`}
            code={JSON.stringify(example, null, 2)}
            locale={locale}
          />
        </div>
      ))}
    </>
  );
}
