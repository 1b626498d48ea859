import type { ComponentChild } from "preact";
import { shortened } from "../../dataset/text.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { Provided, Time } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import { pathInWords } from "./path-in-words.ts";
import type { ChangedPart, ListedVersion, VersionRange } from "./versions.ts";

/** A page of a record's versions. */
export interface History extends VersionRange {
  readonly newest: number;
  /** The newest first. */
  readonly versions: readonly ListedVersion[];
}

interface Shown {
  /** Of the record. */
  readonly path: string;
  readonly locale: Locale;
}

/** Versions with what changed in each, and a form that compares two. */
export function HistoryList({ history, path, locale }: Shown & { history: History }) {
  const { versions, newest } = history;
  return (
    <>
      <ul class="versions">
        {versions.map((version) => (
          <li key={version.revision}>
            <VersionItem version={version} path={path} locale={locale} />
          </li>
        ))}
      </ul>
      <Pages history={history} path={path} locale={locale} />
      {newest > 0 && <CompareForm newest={newest} path={path} locale={locale} />}
    </>
  );
}

function VersionItem({ version, path, locale }: Shown & { version: ListedVersion }) {
  const { revision, time, kind } = version;
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
      </span>
      <div>
        {texts[kind]}
        <ChangesInWords version={version} locale={locale} />
      </div>
      {kind === "changed" && (
        <a href={locale.href(`${path}?compare=${revision - 1},${revision}`)}>
          {texts.compareWith(locale.number(revision - 1))}
          <span class="visually-hidden"> ({name})</span>
        </a>
      )}
    </>
  );
}

function ChangesInWords({ version: { kind, changes }, locale }: { version: ListedVersion; locale: Locale }) {
  if (kind !== "changed") return null;
  const { history, record } = locale.texts;
  if (changes === undefined) return <>. {history.large}</>;
  const { parts, left } = changes;
  return (
    <>
      {": "}
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ", "}
          <span title={shortened(part.path.join("/"), 120)}>
            <Provided text={partInWords(part, locale)} />
          </span>
        </span>
      ))}
      {left > 0 && ` ${record.andMore(locale.number(left))}`}
    </>
  );
}

function partInWords({ path, kind }: ChangedPart, { texts }: Locale): string {
  const words = pathInWords(path, texts.members);
  if (kind === "added") return texts.history.newPart(words);
  return kind === "removed" ? texts.history.removedPart(words) : words;
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
        <li>{texts.range(locale.number(from), locale.number(to), locale.number(pages))}</li>
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
