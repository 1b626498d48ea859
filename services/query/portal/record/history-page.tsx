import { getHistory } from "../../../../contracts/routes/records.ts";
import { shortened } from "../../dataset/text.ts";
import { ApiCall } from "../components/api-call.tsx";
import { COPY_ISLAND } from "../components/snippet.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { type History, HistoryList } from "./history.tsx";

/** The record whose past is shown; it may be deleted. */
export interface PastSubject {
  readonly slug: string;
  readonly pid: string;
  /** Of the record's page. */
  readonly address: string;
  readonly title: string;
  readonly isDeleted: boolean;
}

/** A page of the revisions of a record. */
export function historyPage(subject: PastSubject, history: History, locale: Locale): PortalPage {
  const { history: texts } = locale.texts;
  const path = `/records/${subject.slug}`;
  return {
    ...pastPage(subject, titleOf(subject, history, locale)),
    main: (
      <>
        <h1>
          <Provided text={texts.ofRecord(shortened(subject.title, 500))} />
        </h1>
        <RecordLink subject={subject} locale={locale} />
        <HistoryList history={history} path={path} locale={locale} />
        <HistoryCall subject={subject} locale={locale} />
      </>
    ),
  };
}

function titleOf({ title }: PastSubject, { page }: History, { texts, number }: Locale): string {
  const ofRecord = texts.history.ofRecord(shortened(title, 150));
  return page === 1 ? ofRecord : `${ofRecord} · ${texts.pager.page(number(page))}`;
}

/** What pages of a record's past have in common. */
export function pastPage({ address, pid }: PastSubject, title: string): Omit<PortalPage, "main"> {
  const { origin } = new URL(address);
  return {
    title,
    description: title,
    canonical: address,
    alternates: [{ type: "application/json", address: origin + historyTarget(pid) }],
    isUnlisted: true,
    islands: [COPY_ISLAND],
  };
}

const historyTarget = (pid: string): string => `${getHistory.path}?${new URLSearchParams({ pid })}`;

interface Shown {
  readonly subject: PastSubject;
  readonly locale: Locale;
}

/** The way back to the record. */
export function RecordLink({ subject, locale }: Shown) {
  const { record, history } = locale.texts;
  if (subject.isDeleted) return <p>{record.deletedSince}</p>;
  return (
    <p>
      <a href={locale.href(`/records/${subject.slug}`)}>{history.backToRecord}</a>
    </p>
  );
}

/** The whole history for programs. */
export function HistoryCall({ subject: { pid, address }, locale }: Shown) {
  const { origin } = new URL(address);
  return (
    <ApiCall reads={[{ route: getHistory, target: historyTarget(pid) }]} publicUrl={origin} locale={locale}>
      {locale.texts.history.wholeCall}
    </ApiCall>
  );
}
