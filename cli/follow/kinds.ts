import { type ChangeKind, EVERY_KIND } from "../../contracts/changes.ts";
import { slugOf } from "../../contracts/slug.ts";

type FiledKind = Exclude<ChangeKind, "observations" | "forecast">;

export interface Filing {
  readonly folder: string;
  /** The name of the thing's file, without its ending; undefined where no thing of this kind has that subject. */
  readonly nameOf: (subject: string) => string | undefined;
  /** Names that files of the kind have. */
  readonly names: RegExp;
}

const SLUG = /^[a-z2-7]{26}\.json$/;
const ID = /^[1-9]\d{0,9}$/;
const ID_NAME = /^[1-9]\d{0,9}\.json$/;

const idOf = (subject: string): string | undefined => (ID.test(subject) ? subject : undefined);

const FILINGS: Readonly<Record<FiledKind, Filing>> = {
  record: { folder: "records", nameOf: slugOf, names: SLUG },
  facility: { folder: "facilities", nameOf: slugOf, names: SLUG },
  station: { folder: "stations", nameOf: idOf, names: ID_NAME },
  timeseries: { folder: "timeseries", nameOf: idOf, names: ID_NAME },
};

const isFiled = (kind: string): kind is FiledKind => Object.hasOwn(FILINGS, kind);

/** The kinds that a folder keeps: those whose things have a file each. */
export const FILED_KINDS: readonly ChangeKind[] = EVERY_KIND.filter(isFiled);

/** How things of the kind are kept; undefined where they are not. */
export const filingOf = (kind: string): Filing | undefined => (isFiled(kind) ? FILINGS[kind] : undefined);

/** How things of the kinds are kept. */
export const filingsOf = (kinds: readonly string[]): readonly Filing[] => kinds.flatMap((kind) => filingOf(kind) ?? []);
