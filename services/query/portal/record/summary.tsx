import type { ComponentChild } from "preact";
import type { Metadata } from "../../../../contracts/metadata.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import { fitting } from "../../dataset/brief.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Party } from "../../dataset/parties.ts";
import { distinct, lineOf, shortened } from "../../dataset/text.ts";
import { extentText } from "../components/extent-text.ts";
import { Facts } from "../components/facts.tsx";
import { Period } from "../components/period.tsx";
import { Outward, Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";

interface Shown {
  readonly dataset: Dataset;
  readonly locale: Locale;
}

/** Who, when, where and what, in a dozen lines. `whole` has the lists of which `dataset` has the beginning. */
export function Summary({
  dataset,
  whole,
  record,
  isFacilityKnown,
  locale,
}: Shown & { whole: Dataset; record: Metadata; isFacilityKnown: boolean }) {
  const { creators, period, place, published, version, variables, instruments } = dataset;
  const { record: texts } = locale.texts;
  const given = givenIn(record);
  const frameworks = distinct(given.framework.map(lineOf));
  const shownFrameworks = fitting(frameworks, 500);
  return (
    <Facts
      facts={[
        [texts.by, beginning(creators, whole.creators, locale, (party) => <Creator party={party} />)],
        [texts.period, period && <Period period={period} locale={locale} />],
        [
          texts.facility,
          record.facility && (
            <Facility dataset={dataset} facility={record.facility} isKnown={isFacilityKnown} locale={locale} />
          ),
        ],
        [texts.extent, place?.extent && extentText(place.extent, locale)],
        [
          texts.variables,
          beginning(variables, whole.variables, locale, ({ name, unit }) => (
            <>
              <Found by="variable" given={given.variable} value={name} locale={locale} />
              {unit !== undefined && (
                <span class="quiet">
                  {" "}
                  <Provided text={unit} />
                </span>
              )}
            </>
          )),
        ],
        [
          texts.instruments,
          beginning(instruments, whole.instruments, locale, (value) => (
            <Found by="instrument" given={given.instrument} value={value} locale={locale} />
          )),
        ],
        [
          texts.frameworks,
          beginning(shownFrameworks, frameworks, locale, (value) => (
            <Found by="framework" given={given.framework} value={value} locale={locale} />
          )),
        ],
        [texts.licence, <Licence dataset={dataset} record={record} locale={locale} />],
        [texts.published, published && <time datetime={published}>{locale.day(published)}</time>],
        [
          texts.version,
          <Provided
            text={
              lineOf(record.dataset_metadata.version?.number) === undefined ? texts.versionOfRevision(version) : version
            }
          />,
        ],
      ]}
    />
  );
}

/** A list of which `items` is the beginning; undefined for an empty one. */
function beginning<Item>(
  items: readonly Item[],
  whole: readonly Item[],
  locale: Locale,
  show: (item: Item) => ComponentChild,
): ComponentChild | undefined {
  const left = whole.length - items.length;
  if (whole.length === 0) return undefined;
  return (
    <ul class="line">
      {items.map((item, index) => (
        <li key={index}>{show(item)}</li>
      ))}
      {left > 0 && <li class="quiet">{locale.texts.record.andMore(locale.number(left))}</li>}
    </ul>
  );
}

function Creator({ party }: { party: Party }) {
  const address = party.kind === "person" ? party.orcid : party.address;
  const name = <Provided text={party.name} />;
  return address === undefined ? name : <Outward address={address}>{name}</Outward>;
}

type Given = Readonly<Record<"variable" | "instrument" | "framework", readonly (string | null | undefined)[]>>;

/** The values of filters as the record has them: with the spaces by which searches tell them apart. */
function givenIn({ variables }: Metadata): Given {
  return {
    variable: variables.map(({ variable_name }) => variable_name),
    instrument: variables.flatMap(({ instrument }) => instrument ?? []).map(({ instrument_type }) => instrument_type),
    framework: variables.flatMap(({ framework }) => framework ?? []).map(({ framework }) => framework),
  };
}

interface FoundProps {
  readonly by: keyof Given;
  readonly given: Given[keyof Given];
  readonly value: string;
  readonly locale: Locale;
}

/** A value with a link to the datasets that have it too. */
function Found({ by, given, value, locale }: FoundProps) {
  const sought = given.find((text) => lineOf(text) === value) ?? value;
  return (
    <a href={locale.href(`/search?${new URLSearchParams({ [by]: sought })}`)}>
      <Provided text={value} />
    </a>
  );
}

function Facility({
  dataset: { place },
  facility: { identifier },
  isKnown,
  locale,
}: Shown & { facility: NonNullable<Metadata["facility"]>; isKnown: boolean }) {
  const { href, country, texts } = locale;
  const name = <Provided text={shortened(place?.name ?? lineOf(identifier) ?? texts.unnamed, 300)} />;
  return (
    <ul class="line">
      <li>
        {isKnown ? <a href={href(`/facilities/${slugOf(identifier)}`)}>{name}</a> : name}
        {place?.country !== undefined && (
          <>
            {", "}
            <Provided text={country(place.country)} />
          </>
        )}
      </li>
      <li>
        <a href={href(`/search?${new URLSearchParams({ facility: identifier })}`)}>{texts.record.facilityRecords}</a>
      </li>
    </ul>
  );
}

function Licence({ dataset, record, locale }: Shown & { record: Metadata }) {
  const given = lineOf(record.usage_information.data_licence);
  if (given === undefined) return <>{locale.texts.record.noLicence}</>;
  const shown = <Provided text={shortened(given, 500)} />;
  return dataset.licence === undefined ? shown : <Outward address={dataset.licence}>{shown}</Outward>;
}
