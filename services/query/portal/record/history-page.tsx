import { shortened } from "../../dataset/text.ts";
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
    ...pastPage(subject, texts.ofRecord(shortened(subject.title, 150))),
    main: (
      <>
        <h1>
          <Provided text={texts.ofRecord(shortened(subject.title, 500))} />
        </h1>
        <PastLinks subject={subject} locale={locale} />
        <HistoryList history={history} path={path} locale={locale} />
      </>
    ),
  };
}

/** What pages of a record's past have in common. */
export function pastPage({ address, pid }: PastSubject, title: string): Omit<PortalPage, "main"> {
  const { origin } = new URL(address);
  return {
    title,
    description: title,
    canonical: address,
    alternates: [{ type: "application/json", address: `${origin}${historyPath(pid)}` }],
    isUnlisted: true,
  };
}

const historyPath = (pid: string): string => `/api/metadata/history?${new URLSearchParams({ pid })}`;

/** The record, and its history for programs. */
export function PastLinks({ subject, locale }: { subject: PastSubject; locale: Locale }) {
  const { texts } = locale;
  return (
    <ul class="line">
      <li>
        {subject.isDeleted ? (
          texts.record.deletedSince
        ) : (
          <a href={locale.href(`/records/${subject.slug}`)}>{texts.history.backToRecord}</a>
        )}
      </li>
      <li>
        <a href={historyPath(subject.pid)}>{texts.history.asJson}</a>
      </li>
    </ul>
  );
}
