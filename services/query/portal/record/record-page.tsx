import type { Metadata } from "../../../../contracts/metadata.ts";
import { REPRESENTATION_NAMES, REPRESENTATIONS } from "../../../../contracts/representations.ts";
import { getRecord } from "../../../../contracts/routes/records.ts";
import { briefDataset, citedCreators } from "../../dataset/brief.ts";
import { citationText } from "../../dataset/citation.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { jsonLdElement, schemaOrgDataset } from "../../dataset/schema-org.ts";
import { shortened } from "../../dataset/text.ts";
import { ApiCall, type ApiRead } from "../components/api-call.tsx";
import { COPY_ISLAND, copyable } from "../components/snippet.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { AllMetadata } from "./all-metadata.tsx";
import { DataLinks } from "./data-links.tsx";
import { type History, HistoryList } from "./history.tsx";
import { LocationMap } from "./location-map.tsx";
import { Snippets } from "./snippets.tsx";
import { Summary } from "./summary.tsx";

/** Characters of a window's title, and of a preview. */
const MAX_TITLE_LENGTH = 150;
const MAX_PREVIEW_LENGTH = 300;

/** A record as its page shows it. */
export interface ShownRecord {
  readonly dataset: Dataset;
  readonly record: Metadata;
  /** Whether the registry knows its facility. */
  readonly isFacilityKnown: boolean;
  /** Its newest revisions; undefined where the log can't be read just now. */
  readonly history: History | undefined;
  /** Where it is shown as it was. */
  readonly past?: PastState;
}

export interface PastState {
  /** The time that was asked for, as an instant. */
  readonly at: string;
  /** The revision of that time, and when it was decided. */
  readonly revision: number;
  readonly time: string;
  /** Whether the record is deleted now. */
  readonly isDeleted: boolean;
}

/** One dataset for people: what it is, how to get, cite and use it, all that its record says, and what happened to it. */
export function recordPage(shown: ShownRecord, locale: Locale): PortalPage {
  const { dataset, past } = shown;
  const brief = briefDataset(dataset);
  const address = (format: string) =>
    `${dataset.address}?${new URLSearchParams({ format, ...(past && { at: past.at }) })}`;
  const forPrograms = Object.entries(REPRESENTATIONS).filter(([name]) => name !== "html");
  return {
    title: shortened(brief.title, MAX_TITLE_LENGTH),
    description: shortened(brief.description, MAX_PREVIEW_LENGTH),
    canonical: dataset.address,
    alternates: forPrograms.map(([name, type]) => ({ type, address: address(name) })),
    islands: [COPY_ISLAND, "map.ts"],
    ...(past ? { isUnlisted: true } : { jsonLd: jsonLdElement(schemaOrgDataset(brief)) }),
    main: <Main shown={shown} brief={brief} locale={locale} />,
  };
}

function Main({ shown, brief, locale }: { shown: ShownRecord; brief: Dataset; locale: Locale }) {
  const { dataset, record, isFacilityKnown, history, past } = shown;
  const { texts } = locale;
  const path = `/records/${dataset.slug}`;
  return (
    <>
      <h1>
        <Provided text={brief.title} />
      </h1>
      {past && <PastNotice past={past} path={path} locale={locale} />}
      <div class="record">
        <div>
          <Summary dataset={brief} whole={dataset} record={record} isFacilityKnown={isFacilityKnown} locale={locale} />
          {brief.abstract !== undefined && (
            <p>
              <Provided text={brief.abstract} />
            </p>
          )}
          <LocationMap dataset={brief} record={record} isFacilityKnown={isFacilityKnown} locale={locale} />
          <h2 id="data">{texts.record.getData}</h2>
          <DataLinks dataset={brief} whole={dataset} locale={locale} />
        </div>
        <div class="record-side">
          <Side
            cited={{ ...brief, creators: citedCreators(dataset) }}
            history={history}
            past={past}
            path={path}
            locale={locale}
          />
        </div>
        <div>
          <section class="use" aria-labelledby="use">
            <h2 id="use">{texts.record.use}</h2>
            <Snippets dataset={brief} metadata={dataset.address + formQuery("json", past)} locale={locale} />
            <ApiCall reads={[readOf(dataset, past)]} publicUrl={new URL(dataset.address).origin} locale={locale} />
          </section>
          <h2 id="metadata">{texts.record.metadata}</h2>
          <AllMetadata record={record} locale={locale} />
          <h2 id="history">{texts.history.title}</h2>
          <HistoryPart history={history} path={path} locale={locale} />
        </div>
      </div>
    </>
  );
}

/** Chooses a form of the record, as it is or as it was. */
const formQuery = (format: string, past: PastState | undefined): string =>
  `?${new URLSearchParams({ format, ...(past && { at: past.at }) })}`;

/** The same record for programs. */
const readOf = ({ pid }: Dataset, past: PastState | undefined): ApiRead => ({
  route: getRecord,
  target: `${getRecord.path}?${new URLSearchParams({ pid, ...(past && { at: past.at }) })}`,
});

function PastNotice({ past, path, locale }: { past: PastState; path: string; locale: Locale }) {
  const { record: texts } = locale.texts;
  return (
    <p class="notice">
      {texts.past(locale.time(past.time), locale.number(past.revision))}{" "}
      {past.isDeleted ? texts.deletedSince : <a href={locale.href(path)}>{texts.now}</a>}
    </p>
  );
}

interface Part {
  readonly history: History | undefined;
  readonly path: string;
  readonly locale: Locale;
}

/** How to cite the dataset, its other forms, and its newest revision. */
function Side({ cited, history, past, path, locale }: Part & { cited: Dataset; past: PastState | undefined }) {
  const { texts } = locale;
  const form = (format: string) => path + formQuery(format, past);
  const newest = history?.revisions[0];
  return (
    <>
      <h2 id="cite">{texts.record.cite}</h2>
      <blockquote {...copyable(locale)}>
        <Provided text={citationText(cited)} />
      </blockquote>
      <ul class="line" aria-label={texts.record.asData}>
        <li>
          <a href={form("bibtex")}>{REPRESENTATION_NAMES.bibtex}</a>
        </li>
        <li>
          <a href={form("ris")}>{REPRESENTATION_NAMES.ris}</a>
        </li>
      </ul>
      <h2 id="export">{texts.record.export}</h2>
      <ul class="line">
        <li>
          <a href={form("json")}>{REPRESENTATION_NAMES.json}</a>
        </li>
        <li>
          <a href={form("jsonld")}>{REPRESENTATION_NAMES.jsonld}</a>
        </li>
      </ul>
      {history && newest && (
        <>
          <h2 id="last-change">{texts.history.lastChange}</h2>
          <p>
            {texts.history.newest[newest.kind](locale.time(newest.time))}{" "}
            {history.newest > 0 && (
              <a href="#history">{texts.history.wholeHistory(locale.number(history.newest + 1))}</a>
            )}
          </p>
        </>
      )}
    </>
  );
}

function HistoryPart({ history, path, locale }: Part) {
  const { history: texts } = locale.texts;
  if (history) return <HistoryList history={history} path={path} locale={locale} />;
  return (
    <p>
      {texts.unavailable} <a href={locale.href(`${path}?page=1`)}>{texts.readAgain}</a>
    </p>
  );
}
