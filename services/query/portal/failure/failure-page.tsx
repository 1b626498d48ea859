import { ExistingProblem, type ProblemDetails } from "../../../../contracts/problem.ts";
import { REPRESENTATION_NAMES } from "../../../../contracts/representations.ts";
import { instantOf } from "../../dataset/period.ts";
import { shortened } from "../../dataset/text.ts";
import { Facts } from "../components/facts.tsx";
import { SearchBox } from "../components/search-box.tsx";
import { Provided, Time } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { partsOfPath } from "../frame/path.ts";

const MAX_TEXT_LENGTH = 1_000;
const MAX_LISTED = 20;

/** The request that failed. */
export interface Failed {
  /** Path and query, as the client has them. */
  readonly here: string;
  readonly canonical: string;
  /** Names the request in the log. */
  readonly id: string;
  /** Seconds after which to try again, if they are known. */
  readonly retryAfter: number | undefined;
}

/** A failure for people: what was asked, what went wrong, and what to do. */
export function failurePage(details: ProblemDetails, failed: Failed, locale: Locale): PortalPage {
  const { failure: texts } = locale.texts;
  const title = titleOf(details, locale);
  return {
    title,
    description: isEnglish(locale) ? shortened(details.detail, MAX_TEXT_LENGTH) : texts.meaning(details.code),
    canonical: failed.canonical,
    alternates: [],
    isUnlisted: true,
    main: (
      <>
        <h1>{title}</h1>
        <Asked details={details} failed={failed} locale={locale} />
        <h2>{texts.next}</h2>
        <Next details={details} failed={failed} locale={locale} />
        <SearchBox locale={locale} />
        <p>
          <a href={locale.href("/")}>{locale.texts.start.title}</a>
        </p>
      </>
    ),
  };
}

/** Details of failures are written in English. */
const isEnglish = ({ language }: Locale): boolean => language === "en";

interface Shown {
  readonly details: ProblemDetails;
  readonly failed: Failed;
  readonly locale: Locale;
}

function Asked({ details, failed, locale }: Shown) {
  const { failure: texts } = locale.texts;
  const { status, code, type, detail, building = [] } = details;
  // The detail of a single error has its message.
  const errors = details.errors?.filter(({ message }) => !detail.includes(message)) ?? [];
  const deleted = deletionOf(details);
  return (
    <Facts
      facts={[
        [
          texts.asked,
          <code>
            <Provided text={shortened(failed.here, MAX_TEXT_LENGTH)} />
          </code>,
        ],
        [
          texts.wrong,
          <>
            {!isEnglish(locale) && <p>{texts.meaning(code)}</p>}
            <div lang="en">
              <Provided text={shortened(detail, MAX_TEXT_LENGTH)} />
              {errors.length > 0 && (
                <ul>
                  {errors.slice(0, MAX_LISTED).map(({ path, message }) => (
                    <li key={path}>
                      <code>
                        <Provided text={shortened(path, MAX_TEXT_LENGTH)} />
                      </code>{" "}
                      <Provided text={shortened(message, MAX_TEXT_LENGTH)} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </>,
        ],
        [texts.deleted, deleted && <Time text={deleted} locale={locale} />],
        [
          texts.building,
          building.length === 0
            ? undefined
            : building.map(({ view, done }) => `${view} ${locale.number(Math.floor(100 * done))} %`).join(", "),
        ],
        [
          texts.code,
          <>
            {status} <a href={locale.href(type)}>{code}</a>
          </>,
        ],
        [texts.request, <code>{failed.id}</code>],
      ]}
    />
  );
}

/** What to do. */
function Next({ details, failed, locale }: Shown) {
  const { failure: texts } = locale.texts;
  const forms = formsOf(details);
  const history = historyOf(details);
  const existing = existingIn(details);
  return (
    <>
      <p>
        {textOf(texts.steps, details) ?? texts.step}
        {failed.retryAfter !== undefined && ` ${texts.retry(locale.number(failed.retryAfter))}`}
      </p>
      <OthersOfKind details={details} locale={locale} />
      {history !== undefined && (
        <p>
          <a href={locale.href(history)}>{texts.history}</a>
        </p>
      )}
      {existing.length > 0 && (
        <ul class="line">
          {existing.map(({ name, path }) => (
            <li key={path}>
              <a href={locale.href(path)}>
                <Provided text={name} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {forms.length > 0 && (
        <ul class="line">
          {forms.map((form) => (
            <li key={form}>
              <a href={withForm(failed.here, form)}>{nameOf(form)}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Leads to all that there are of what was looked for. */
function OthersOfKind({ details: { code }, locale }: Omit<Shown, "failed">) {
  const { failure: texts } = locale.texts;
  const [path, name] = /^facility-/.test(code)
    ? ["/facilities", texts.facilities]
    : /^station-/.test(code)
      ? ["/air", texts.stations]
      : [];
  if (path === undefined) return null;
  return (
    <p>
      <a href={locale.href(path)}>{name}</a>
    </p>
  );
}

function titleOf(details: ProblemDetails, { texts }: Locale): string {
  return textOf(texts.failure.titles, details) ?? texts.failure.meaning(details.code);
}

/** The text for a code, else for its status, if there is one. */
function textOf(texts: Readonly<Record<string, string>>, { code, status }: ProblemDetails): string | undefined {
  return [code, String(status)].flatMap((name) => (Object.hasOwn(texts, name) ? (texts[name] ?? []) : []))[0];
}

/** When the thing was deleted, if that is known. */
function deletionOf({ deleted }: ProblemDetails): string | undefined {
  return typeof deleted === "string" ? instantOf(deleted) : undefined;
}

/** The path of the history of a deleted thing, if it has one. */
function historyOf({ history }: ProblemDetails): string | undefined {
  return typeof history === "string" && history.startsWith("/") ? history : undefined;
}

/** The names that there are with the paths of their pages, where another was asked for. */
function existingIn({ existing }: ProblemDetails) {
  const read = ExistingProblem.safeParse({ existing });
  return read.data?.existing ?? [];
}

/** Names of the forms that there are, where another was asked for. */
function formsOf({ available }: ProblemDetails): readonly string[] {
  if (!Array.isArray(available)) return [];
  return available.flatMap((each: unknown) => {
    const format: unknown = typeof each === "object" && each !== null && Reflect.get(each, "format");
    return typeof format === "string" ? [format] : [];
  });
}

function nameOf(form: string): string {
  const names: Readonly<Record<string, string>> = REPRESENTATION_NAMES;
  return Object.hasOwn(names, form) ? (names[form] ?? form) : form;
}

function withForm(here: string, form: string): string {
  const { pathname, searchParams } = partsOfPath(here);
  searchParams.set("format", form);
  return `${pathname}?${searchParams}`;
}
