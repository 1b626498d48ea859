import { shortened } from "../../dataset/text.ts";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { ComparedValue } from "./compared-value.tsx";
import { type ComparedPart, type Comparison, memberAt, type Side } from "./comparison.ts";
import { CompareForm } from "./history.tsx";
import { HistoryCall, type PastSubject, pastPage, RecordLink } from "./history-page.tsx";
import { pathInWords } from "./path-in-words.ts";

/** A revision that is compared. */
export interface ComparedRevision {
  readonly revision: number;
  readonly time: string;
}

export interface ComparedRevisions {
  readonly before: ComparedRevision;
  readonly after: ComparedRevision;
  readonly comparison: Comparison;
  /** The last revision of the record. */
  readonly newest: number;
}

/** Two revisions of a record, with what differs side by side. */
export function comparisonPage(subject: PastSubject, compared: ComparedRevisions, locale: Locale): PortalPage {
  const { history: texts } = locale.texts;
  const { before, after, comparison, newest } = compared;
  return {
    ...pastPage(subject, texts.comparison(shortened(subject.title, 150))),
    main: (
      <>
        <h1>
          <Provided text={texts.comparison(shortened(subject.title, 500))} />
        </h1>
        <RecordLink subject={subject} locale={locale} />
        {comparison.parts.length === 0 ? (
          <p>{texts.same}</p>
        ) : (
          <Differences subject={subject} compared={compared} locale={locale} />
        )}
        {comparison.left > 0 && <p>{texts.left(locale.number(comparison.left))}</p>}
        <CompareForm
          newest={newest}
          path={`/records/${subject.slug}`}
          compared={[before.revision, after.revision]}
          locale={locale}
        />
        <HistoryCall subject={subject} locale={locale} />
      </>
    ),
  };
}

function Differences({
  subject,
  compared: { before, after, comparison },
  locale,
}: {
  subject: PastSubject;
  compared: ComparedRevisions;
  locale: Locale;
}) {
  const { history: texts, members } = locale.texts;
  const head = ({ revision, time }: ComparedRevision) => (
    <th scope="col">
      <a href={locale.href(`/records/${subject.slug}?${new URLSearchParams({ at: time })}`)}>
        {texts.revision(locale.number(revision))}
      </a>
      <br />
      <time datetime={time}>{locale.time(time)}</time>
    </th>
  );
  return (
    <section class="table comparison" tabindex={0} aria-label={texts.compareTwo}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.part}</th>
            {head(before)}
            {head(after)}
          </tr>
        </thead>
        <tbody>
          {comparison.parts.map((part, index) => (
            <tr key={index}>
              <th scope="row" title={shortened(part.path.join("/"), 120)}>
                <bdi>{pathInWords(part.path, members)}</bdi>
              </th>
              <Cell part={part} side={part.before} other={part.after} locale={locale} />
              <Cell part={part} side={part.after} other={part.before} locale={locale} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ part, side, other, locale }: { part: ComparedPart; side: Side; other: Side; locale: Locale }) {
  if (side === undefined) return <td class="quiet">{locale.texts.history.absent}</td>;
  if ("value" in side) {
    const beside = other && "value" in other ? other.value : undefined;
    return (
      <td>
        <ComparedValue name={memberAt(part.path)} value={side.value} other={beside} locale={locale} />
        {side.isCut && "…"}
      </td>
    );
  }
  const { start, marked, end } = side.text;
  return (
    <td>
      <bdi class="text">
        {start}
        {marked !== "" && <mark>{marked}</mark>}
        {end}
      </bdi>
    </td>
  );
}
