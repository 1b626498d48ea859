import type { OpenApiParameter } from "../../../../contracts/openapi/document.ts";
import type { Locale } from "../frame/language.ts";
import { anchorOf, mediaTypesOf, type Operation } from "./operations.ts";

/**
 * A form that calls a read. Without scripts it works where all that is needed goes into the query; `islands/try-it.ts` shows
 * the others and the optional fields, writes the address, and shows the answer.
 */
export function TryIt({ route, locale }: { route: Operation; locale: Locale }) {
  const { method, path, operation, parameters } = route;
  if (method !== "GET" && (method !== "POST" || operation.security !== undefined || path.startsWith("/api/auth/"))) {
    return null;
  }
  const { docs: texts } = locale.texts;
  const fields = parameters.filter(({ in: place }) => place !== "header");
  const needed = fields.filter(({ required }) => required);
  const optional = fields.filter(({ required }) => !required);
  const types = mediaTypesOf(route);
  const [body] = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
  const needsScript = method !== "GET" || needed.some(({ in: place }) => place === "path");
  const id = anchorOf(route).replace("route-", "try-");
  return (
    <details
      class="try"
      hidden={needsScript}
      data-try={operation.operationId}
      data-method={method}
      data-path={path}
      data-texts={JSON.stringify(texts.trying)}
    >
      <summary>
        {texts.tryIt}
        <span class="visually-hidden" lang="en">{` (${operation.summary})`}</span>
      </summary>
      <form method="get" action={needsScript ? undefined : path} aria-label={`${texts.tryIt}: ${operation.summary}`}>
        {needed.length > 0 && (
          <div class="fields">
            {needed.flatMap((parameter) =>
              [parameter.example]
                .flat()
                .map((value, index) => (
                  <Field
                    key={`${parameter.name}-${index}`}
                    id={`${id}-${parameter.name}-${index}`}
                    parameter={parameter}
                    value={value}
                  />
                )),
            )}
          </div>
        )}
        {(optional.length > 0 || types.length > 1) && (
          <fieldset class="fields" disabled hidden>
            <legend>{texts.optional}</legend>
            {optional.map((parameter) => (
              <Field key={parameter.name} id={`${id}-${parameter.name}`} parameter={parameter} value={undefined} />
            ))}
            {types.length > 1 && (
              <label>
                Accept
                <select name="Accept" data-in="header">
                  {types.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </select>
              </label>
            )}
          </fieldset>
        )}
        {body !== undefined && (
          <label>
            {texts.body}
            <textarea name="body" data-in="body" rows={12} spellcheck={false}>
              {JSON.stringify(body.value, null, 2)}
            </textarea>
          </label>
        )}
        <button type="submit">{texts.send}</button>
      </form>
    </details>
  );
}

function Field({ id, parameter, value }: { id: string; parameter: OpenApiParameter; value: unknown }) {
  const { name, in: place, required = false, schema, example } = parameter;
  const values = choicesOf(schema);
  const hint = value === undefined && example !== undefined ? [example].flat().join(", ") : undefined;
  return (
    <label for={id}>
      <span>
        <code>{name}</code>
        {hint !== undefined && <span class="quiet"> ({hint})</span>}
      </span>
      {values === undefined ? (
        <input
          id={id}
          name={name}
          data-in={place}
          required={required}
          value={value === undefined ? "" : String(value)}
        />
      ) : (
        <select id={id} name={name} data-in={place} required={required}>
          {!required && <option value="" />}
          {values.map((choice) => (
            <option key={choice} selected={String(value) === choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

function choicesOf(schema: OpenApiParameter["schema"]): readonly string[] | undefined {
  const { enum: values, type } = schema;
  if (Array.isArray(values)) return values.map(String);
  return type === "boolean" ? ["true", "false"] : undefined;
}
