import type { FieldError } from "../../../../contracts/problem.ts";
import { shortened } from "../../dataset/text.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { type CorrectableField, type CorrectableForm, isDay } from "./correctable-forms.ts";

const MAX_LISTED = 20;
const MAX_MESSAGE_LENGTH = 300;

/** A form as it was sent, and its errors. */
interface Sent {
  readonly typed: URLSearchParams;
  readonly errors: readonly FieldError[];
  readonly canonical: string;
  /** Of the page. */
  readonly path: string;
}

/** The page's form with what was typed, and beside each field that can't be read what it must be. */
export function correctionPage(form: CorrectableForm, sent: Sent, locale: Locale): PortalPage {
  const { typed, errors, canonical, path } = sent;
  const { texts } = locale;
  const title = texts[form.section].section;
  const wrong = new Set(errors.map((error) => error.path));
  return {
    title: texts.failure.errorTitle(title),
    description: texts.failure.problem,
    canonical,
    section: form.section,
    alternates: [],
    isUnlisted: true,
    main: (
      <>
        <h1>{title}</h1>
        <ErrorSummary form={form} typed={typed} errors={errors} locale={locale} />
        <form class="correction" action={path}>
          {form.fields.map((field) => (
            <Field key={field.name} field={field} typed={typed} isWrong={wrong.has(field.name)} locale={locale} />
          ))}
          <HiddenFields fields={keptFields(form, typed, wrong)} locale={locale} />
          <button type="submit">{form.submit(texts)}</button>
        </form>
      </>
    ),
  };
}

interface Shown {
  readonly typed: URLSearchParams;
  readonly locale: Locale;
}

/** Everything that is wrong, each with a link to its field. */
function ErrorSummary({
  form,
  typed,
  errors,
  locale,
}: Shown & { form: CorrectableForm; errors: readonly FieldError[] }) {
  const { failure } = locale.texts;
  const placeOf = ({ path }: FieldError): number => form.fields.findIndex(({ name }) => name === path);
  const inOrder = errors.toSorted((a, b) => placeOf(a) - placeOf(b));
  return (
    <div class="error-summary" role="alert" aria-labelledby="problem">
      <h2 id="problem">{failure.problem}</h2>
      <ul>
        {inOrder.slice(0, MAX_LISTED).map(({ path, message }) => {
          const field = form.fields.find(({ name }) => name === path);
          return (
            <li key={path}>
              {field === undefined ? (
                <span lang="en">
                  <code>{path}</code> <Provided text={shortened(message, MAX_MESSAGE_LENGTH)} />
                </span>
              ) : (
                <a href={`#${path}`}>{ruleOf(field, typed, locale)}</a>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Field({ field, typed, isWrong, locale }: Shown & { field: CorrectableField; isWrong: boolean }) {
  const { name, label } = field;
  const { texts } = locale;
  const value = typed.get(name) ?? undefined;
  const about = `${name}-wrong`;
  return (
    <div class="field">
      <label for={name}>{label(texts)}</label>
      {isWrong && (
        <p class="wrong" id={about}>
          <span class="visually-hidden">{texts.failure.error}: </span>
          {ruleOf(field, typed, locale)}
        </p>
      )}
      <Input
        type={isWrong ? typeShowing(field.type, value) : field.type}
        attributes={{
          ...{ id: name, name, value },
          ...(isWrong && { "aria-invalid": "true", "aria-describedby": about }),
        }}
      />
    </div>
  );
}

interface InputProps {
  readonly type: CorrectableField["type"];
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

/** The types of fields have different attributes each. */
function Input({ type, attributes }: InputProps) {
  if (type === "search") return <input {...attributes} type="search" />;
  return type === "text" ? <input {...attributes} type="text" /> : <input {...attributes} type={type} />;
}

function ruleOf({ name, label, rule }: CorrectableField, typed: URLSearchParams, locale: Locale): string {
  if (typed.getAll(name).length > 1) return locale.texts.failure.rules.once(label(locale.texts));
  return rule(locale, typed);
}

/** Browsers show nothing of a text that is no date in a field of that type. */
function typeShowing(type: CorrectableField["type"], value: string | undefined): CorrectableField["type"] {
  if (type === "search" || (type === "date" && isDay(value ?? null))) return type;
  return "text";
}

/** Of the results, only their beginning is shown again. */
const NOT_KEPT = new Set(["lang", "page", "facet"]);

/** Valid parameters that were sent besides the fields. */
function keptFields(
  { page: { parameters = {} }, fields }: CorrectableForm,
  typed: URLSearchParams,
  wrong: ReadonlySet<string>,
): readonly (readonly [name: string, value: string])[] {
  const shown = new Set(fields.map(({ name }) => name));
  return Object.entries(parameters)
    .filter(([name]) => !shown.has(name) && !wrong.has(name) && !NOT_KEPT.has(name))
    .flatMap(([name, { aliases = [] }]) => [name, ...aliases])
    .flatMap((name) => typed.getAll(name).map((value) => [name, value] as const))
    .filter(([, value]) => value.trim() !== "");
}
