import { type ComponentChild, Fragment } from "preact";
import { shortened } from "../../dataset/text.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { Provided, Time } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import { ComparedValue } from "./compared-value.tsx";
import { memberAt } from "./comparison.ts";
import { pathInWords } from "./path-in-words.ts";
import type { ChangedPart, ListedRevision, RevisionRange } from "./revisions.ts";

/** A page of a record's revisions. */
export interface History extends RevisionRange {
  readonly newest: number;
  /** The newest first. */
  readonly revisions: readonly ListedRevision[];
}

interface Shown {
  /** Of the record. */
  readonly path: string;
  readonly locale: Locale;
}

/** Revisions with what changed in each, and a form that compares two. */
export function HistoryList({ history, path, locale }: Shown & { history: History }) {
  const { revisions, newest } = history;
  return (
    <>
      <p>{locale.texts.history.explained}</p>
      <ul class="revisions">
        {revisions.map((listed) => (
          <li key={listed.revision}>
            <RevisionItem listed={listed} path={path} locale={locale} />
          </li>
        ))}
      </ul>
      <Pages history={history} path={path} locale={locale} />
      {newest > 0 && <CompareForm newest={newest} path={path} locale={locale} />}
    </>
  );
}

function RevisionItem({ listed, path, locale }: Shown & { listed: ListedRevision }) {
  const { revision, time, kind, version } = listed;
  const { history: texts } = locale.texts;
  const name = texts.revision(locale.number(revision));
  return (
    <>
      {kind === "deleted" ? (
        <span>{name}</span>
      ) : (
        <a href={locale.href(`${path}?${new URLSearchParams({ at: time })}`)}>{name}</a>
      )}{" "}
      <span class="quiet">
        <Time text={time} locale={locale} />
        {version !== undefined && (
          <>
            {" · "}
            {texts.version} <Provided text={version} />
          </>
        )}
      </span>
      <div>{texts[kind]}</div>
      {kind === "changed" && <ChangesInWords changes={listed.changes} locale={locale} />}
      {kind === "changed" && (
        <a href={locale.href(`${path}?compare=${revision - 1},${revision}`)}>
          {texts.compareWith(locale.number(revision - 1))}
          <span class="visually-hidden"> ({name})</span>
        </a>
      )}
    </>
  );
}

function ChangesInWords({ changes, locale }: { changes: ListedRevision["changes"]; locale: Locale }) {
  const { history: texts, members } = locale.texts;
  if (changes === undefined) return <p>{texts.large}</p>;
  const { parts, left } = changes;
  return (
    <>
      <dl class="changes">
        {parts.map((part, index) => (
          <Fragment key={index}>
            <dt title={shortened(part.path.join("/"), 120)}>
              <bdi>{pathInWords(part.path, members)}</bdi>
            </dt>
            <dd>
              <Change part={part} locale={locale} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {left > 0 && <div class="quiet">{texts.moreChanges(left, locale.number(left))}</div>}
    </>
  );
}

/** How a part changed: its value before and after where both are short. */
function Change({ part: { path, kind, before, after }, locale }: { part: ChangedPart; locale: Locale }) {
  const { history: texts } = locale.texts;
  const name = memberAt(path);
  if (kind === "changed" && before !== undefined && after !== undefined) {
    return (
      <>
        <ComparedValue name={name} value={before} other={after} locale={locale} /> <span aria-hidden="true">→</span>
        <span class="visually-hidden">{texts.became}</span>{" "}
        <ComparedValue name={name} value={after} other={before} locale={locale} />
      </>
    );
  }
  const value = kind === "added" ? after : kind === "removed" ? before : undefined;
  return (
    <>
      {texts.kinds[kind]}
      {value !== undefined && (
        <>
          {": "}
          <ComparedValue name={name} value={value} other={undefined} locale={locale} />
        </>
      )}
    </>
  );
}

function Pages({ history: { page, pages, from, to }, path, locale }: Shown & { history: History }): ComponentChild {
  if (pages === 1) return null;
  const { history: texts } = locale.texts;
  const address = (of: number) => locale.href(`${path}?page=${of}`);
  return (
    <nav aria-label={texts.pages}>
      <ul class="line">
        {page > 1 && (
          <li>
            <a href={address(page - 1)} rel="prev">
              {texts.newer}
            </a>
          </li>
        )}
        <li>{texts.range(locale.number(page), locale.number(pages), locale.number(from), locale.number(to))}</li>
        {page < pages && (
          <li>
            <a href={address(page + 1)} rel="next">
              {texts.older}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** Compares any two revisions. */
export function CompareForm({
  newest,
  path,
  compared = [newest - 1, newest],
  locale,
}: Shown & { newest: number; compared?: readonly [number, number] }) {
  const { history: texts } = locale.texts;
  return (
    <form action={path}>
      <fieldset class="fields">
        <legend>{texts.compareTwo}</legend>
        <label>
          {texts.earlier}
          <input type="number" name="compare" min={0} max={newest} value={compared[0]} required />
        </label>
        <label>
          {texts.later}
          <input type="number" name="compare" min={0} max={newest} value={compared[1]} required />
        </label>
        <HiddenFields locale={locale} />
        <button type="submit">{texts.compare}</button>
      </fieldset>
    </form>
  );
}
