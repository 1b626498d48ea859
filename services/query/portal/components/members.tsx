import { type ComponentChild, Fragment } from "preact";
import type { Locale } from "../frame/language.ts";
import { isList, type Json } from "./json.ts";
import { Provided, TextOrLink, Time } from "./text.tsx";

/** The members of an object under the names that people read, their own names as tooltips. Null ones are absent. */
export function Members({ members, locale }: { members: { readonly [name: string]: Json }; locale: Locale }) {
  return (
    <dl>
      {Object.entries(members).map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <dt title={name}>
              <Label name={name} locale={locale} />
            </dt>
            <dd>
              <Value name={name} value={value} locale={locale} />
            </dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

/** A member that no text is known for has its own name. */
function Label({ name, locale }: { name: string; locale: Locale }): ComponentChild {
  const labels: Readonly<Record<string, string>> = locale.texts.members;
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  return label === undefined ? (
    <code>
      <Provided text={name} />
    </code>
  ) : (
    label
  );
}

/** Whether a member is a time by its name. */
export const isTimeMember = (name: string): boolean => /time_/.test(name);

/** Whether nothing could be seen of the value. */
function isEmpty(value: NonNullable<Json>): boolean {
  if (typeof value !== "object") return String(value).trim() === "";
  return isList(value) ? value.length === 0 : Object.values(value).every((each) => each === null);
}

/** A value of a member with this name. Where that is empty, a dash. */
export function Value({ name, value, locale }: { name: string; value: Json; locale: Locale }) {
  if (value === null || isEmpty(value)) return <>–</>;
  if (typeof value === "boolean") return <>{value ? locale.texts.yes : locale.texts.no}</>;
  if (typeof value === "number") return <>{locale.number(value)}</>;
  if (typeof value === "string") {
    return isTimeMember(name) ? <Time text={value} locale={locale} /> : <TextOrLink text={value} />;
  }
  if (!isList(value)) return <Members members={value} locale={locale} />;
  // Coordinates of lines and areas.
  if (value.some((item) => item !== null && typeof item === "object" && isList(item))) {
    return (
      <code>
        <Provided text={JSON.stringify(value)} />
      </code>
    );
  }
  return (
    <ul class={value.every((item) => typeof item === "number") ? "line" : undefined}>
      {value.map((item, index) => (
        <li key={index}>
          <Value name={name} value={item} locale={locale} />
        </li>
      ))}
    </ul>
  );
}
