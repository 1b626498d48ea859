import type { Metadata } from "../../../../contracts/metadata.ts";
import { REPRESENTATIONS } from "../../../../contracts/representations.ts";
import { citationText } from "../../dataset/citation.ts";
import type { Dataset, Distribution } from "../../dataset/dataset.ts";
import type { Party } from "../../dataset/parties.ts";
import type { Extent } from "../../dataset/place.ts";
import { jsonLdElement, schemaOrgDataset } from "../../dataset/schema-org.ts";
import { lineOf, shortened } from "../../dataset/text.ts";
import { Facts } from "../components/facts.tsx";
import { Outward, Provided, TextOrLink } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { AllMetadata } from "./all-metadata.tsx";
import { Snippets } from "./snippets.tsx";

/** Characters of a title as a heading, and as a window's; the whole one is among the metadata. */
const MAX_HEADING_LENGTH = 500;
const MAX_TITLE_LENGTH = 150;
const MAX_PREVIEW_LENGTH = 300;
/** What is shown of a long list before the metadata, which has all of it. */
const MAX_LISTED = 50;

/** One dataset for people: what it is, how to get, cite and use it, and all that its record says. */
export function recordPage(dataset: Dataset, record: Metadata, locale: Locale): PortalPage {
  const { address, title, description } = dataset;
  const forPrograms = Object.entries(REPRESENTATIONS).filter(([name]) => name !== "html");
  return {
    title: shortened(title, MAX_TITLE_LENGTH),
    description: shortened(description, MAX_PREVIEW_LENGTH),
    canonical: address,
    alternates: forPrograms.map(([name, type]) => ({ type, address: `${address}?format=${name}` })),
    islands: ["copy.ts"],
    jsonLd: jsonLdElement(schemaOrgDataset(dataset)),
    main: <Main dataset={dataset} record={record} locale={locale} />,
  };
}

interface Shown {
  readonly dataset: Dataset;
  readonly locale: Locale;
}

function Main({ dataset, record, locale }: Shown & { record: Metadata }) {
  const { texts } = locale;
  const { slug, title, abstract, pid } = dataset;
  return (
    <>
      <h1>
        <Provided text={shortened(title, MAX_HEADING_LENGTH)} />
      </h1>
      <Summary dataset={dataset} record={record} locale={locale} />
      {abstract !== undefined && (
        <p>
          <Provided text={shortened(abstract, 5000)} />
        </p>
      )}
      <h2 id="data">{texts.record.getData}</h2>
      <Data dataset={dataset} locale={locale} />
      <h2 id="cite">{texts.record.cite}</h2>
      <blockquote data-copy={texts.copy} data-copied={texts.copied}>
        <Provided text={shortened(citationText(dataset), 5000)} />
      </blockquote>
      <ul class="line" aria-label={texts.record.asData}>
        <li>
          <a href={`/records/${slug}?format=bibtex`}>BibTeX</a>
        </li>
        <li>
          <a href={`/records/${slug}?format=ris`}>RIS</a>
        </li>
        <li>
          <a href={`/records/${slug}?format=json`}>JSON</a>
        </li>
        <li>
          <a href={`/records/${slug}?format=jsonld`}>JSON-LD</a>
        </li>
      </ul>
      <h2 id="use">{texts.record.use}</h2>
      <p>{texts.record.useText}</p>
      <Snippets address={`${dataset.address}?format=json`} />
      <h2 id="metadata">{texts.record.metadata}</h2>
      <AllMetadata record={record} locale={locale} />
      <h2 id="history">{texts.record.history}</h2>
      <p>
        <a href={`/api/metadata/history?pid=${encodeURIComponent(pid)}`}>{texts.record.historyAsJson}</a>
      </p>
    </>
  );
}

function Summary({ dataset, record, locale }: Shown & { record: Metadata }) {
  const { creators, period, place, published, version } = dataset;
  const { record: texts } = locale.texts;
  const facility = [place?.name ?? lineOf(record.facility?.identifier), place?.country].filter(
    (part) => part !== undefined,
  );
  return (
    <Facts
      facts={[
        [texts.by, <Parties parties={creators.slice(0, MAX_LISTED)} />],
        [
          texts.period,
          period && (
            <>
              <time datetime={period.begin}>{locale.time(period.begin)}</time>
              {" – "}
              <time datetime={period.end}>{locale.time(period.end)}</time>
            </>
          ),
        ],
        [texts.facility, facility.length === 0 ? undefined : <Provided text={shortened(facility.join(", "), 500)} />],
        [texts.extent, place?.extent && extentText(place.extent, locale)],
        [texts.licence, <Licence dataset={dataset} record={record} locale={locale} />],
        [texts.published, published && <time datetime={published}>{locale.day(published)}</time>],
        [texts.version, <Provided text={shortened(version, 200)} />],
      ]}
    />
  );
}

function Licence({ dataset, record, locale }: Shown & { record: Metadata }) {
  const given = lineOf(record.usage_information.data_licence);
  if (given === undefined) return <>{locale.texts.record.noLicence}</>;
  const shown = <Provided text={shortened(given, 500)} />;
  return dataset.licence === undefined ? shown : <Outward address={dataset.licence}>{shown}</Outward>;
}

function Parties({ parties }: { parties: readonly Party[] }) {
  return (
    <ul class="line">
      {parties.map((party) => {
        const address = party.kind === "person" ? party.orcid : party.address;
        const name = <Provided text={shortened(party.name, 300)} />;
        return <li key={party.name}>{address === undefined ? name : <Outward address={address}>{name}</Outward>}</li>;
      })}
    </ul>
  );
}

/** Latitude and longitude with their directions, such as 50.9089° N, 6.4131° E, 111 m above sea level. */
function extentText(extent: Extent, locale: Locale): string {
  const { north, south, east, west, metres } = locale.texts.record;
  const latitude = (degrees: number) => `${locale.number(Math.abs(degrees))}° ${degrees < 0 ? south : north}`;
  const longitude = (degrees: number) => `${locale.number(Math.abs(degrees))}° ${degrees < 0 ? west : east}`;
  if (extent.kind === "point") {
    const height = extent.altitude === undefined ? [] : [metres(locale.number(extent.altitude))];
    return [latitude(extent.latitude), longitude(extent.longitude), ...height].join(", ");
  }
  const from = `${latitude(extent.south)}, ${longitude(extent.west)}`;
  return `${from} – ${latitude(extent.north)}, ${longitude(extent.east)}`;
}

function Data({ dataset, locale }: Shown) {
  const { distributions, restricted, accessConditions } = dataset;
  const { record: texts } = locale.texts;
  return (
    <>
      {distributions.length === 0 ? (
        <p>{texts.noData}</p>
      ) : (
        <ul>
          {distributions.slice(0, MAX_LISTED).map((each) => (
            <li key={each.address}>
              <DataLink distribution={each} locale={locale} />
            </li>
          ))}
        </ul>
      )}
      {restricted === true && <p>{texts.restricted}</p>}
      {accessConditions.slice(0, MAX_LISTED).map((condition) => (
        <p key={condition}>
          <TextOrLink text={shortened(condition, 2000)} />
        </p>
      ))}
    </>
  );
}

function DataLink({ distribution, locale }: { distribution: Distribution; locale: Locale }) {
  const { address, format, protocol, bytes } = distribution;
  const about = [format, protocol, bytes === undefined ? undefined : locale.bytes(bytes)].filter(
    (part) => part !== undefined,
  );
  return (
    <>
      <Outward address={address}>
        <Provided text={shortened(address, 300)} />
      </Outward>{" "}
      <span class="quiet">
        <Provided text={shortened(about.join(" · "), 300)} />
      </span>
    </>
  );
}
