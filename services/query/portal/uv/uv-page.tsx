import { MAX_PLACE_LENGTH } from "../../../../contracts/routes/portal/uv.ts";
import { shortened } from "../../dataset/text.ts";
import type { UvForecasts } from "../../uv/forecasts.ts";
import { HOUR } from "../../uv/horizon.ts";
import { ApiCall } from "../components/api-call.tsx";
import { CHART_ISLAND } from "../components/chart.tsx";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { COPY_ISLAND } from "../components/snippet.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { PLACES_CREDIT, type Place } from "../places/places.ts";
import { askedFields, type UvAsked, uvPath } from "./asked.ts";
import { Calculator } from "./calculator.tsx";
import { Curve } from "./curve.tsx";
import { daysAt, hoursOf, type PlaceForecast, type UvDay, type UvHour } from "./days.ts";
import { DaysTable } from "./days-tables.tsx";
import type { ExposureShown } from "./exposure.ts";
import { indexText } from "./formats.ts";
import type { PlaceAsked } from "./place-asked.ts";
import { coordinatesText, placeText } from "./place-text.ts";
import { readsOf } from "./reads.ts";
import { type PlaceTimes, timesIn } from "./times.ts";
import { className, UvBadge, type UvClasses } from "./uv-badge.tsx";
import { WorldMap } from "./world-map.tsx";

/** What the page shows of a place. */
export interface UvShown {
  readonly asked: UvAsked;
  readonly place: PlaceAsked;
  readonly forecast: PlaceForecast;
  readonly answer: UvForecasts;
  readonly exposure: ExposureShown;
  readonly now: number;
  readonly publicUrl: string;
  readonly coastline: string;
}

const MAX_NAME_LENGTH = 60;

/** The UV index of a place and of the world, and how long the sun takes to burn. */
export function uvPage(shown: UvShown, locale: Locale): PortalPage {
  const { asked, place, forecast, answer, now, publicUrl } = shown;
  const { texts } = locale;
  const name = placeText(place, locale);
  const days = daysAt(forecast, place.clock, now);
  const highest = days[0]?.highest;
  const { latitude, longitude } = place;
  return {
    title: highest
      ? texts.uv.titleWithHighest(
          name,
          indexText(highest.index, locale),
          className(highest.class, answer.classifications).toLowerCase(),
        )
      : texts.uv.title(name),
    description: texts.uv.description(name),
    canonical: `${publicUrl}${uvPath({ lat: asked.lat, lon: asked.lon, place: asked.place })}`,
    section: "uv",
    alternates: [{ type: "application/json", address: `${publicUrl}/uv/forecast/${latitude}/${longitude}` }],
    islands: ["slider.ts", CHART_ISLAND, COPY_ISLAND],
    main: <Main {...shown} days={days} locale={locale} />,
  };
}

/** The page for a name that no place has. */
export function noPlacePage(asked: UvAsked, publicUrl: string, locale: Locale): PortalPage {
  const { texts } = locale;
  return {
    title: texts.uv.noPlaceTitle,
    description: texts.uv.noPlace(shortened(asked.place ?? "", MAX_NAME_LENGTH)),
    canonical: `${publicUrl}/uv`,
    section: "uv",
    isUnlisted: true,
    alternates: [],
    main: (
      <>
        <h1>{texts.uv.noPlaceTitle}</h1>
        <p class="notice">
          <Provided text={texts.uv.noPlace(shortened(asked.place ?? "", MAX_NAME_LENGTH))} />
        </p>
        <PlaceForm asked={asked} locale={locale} />
        <PlacesCredit locale={locale} />
      </>
    ),
  };
}

function Main(shown: UvShown & { readonly days: readonly UvDay[]; readonly locale: Locale }) {
  const { asked, place, forecast, answer, exposure, now, publicUrl, coastline, days, locale } = shown;
  const { texts } = locale;
  const { classifications: classes } = answer;
  const times = timesIn(place.clock.zone, locale);
  const hours = hoursOf(forecast);
  const present = hours.find(({ time }) => time + HOUR > now);
  const chosen = hours.find(({ time }) => time === hourBegin(asked.hour)) ?? present;
  return (
    <>
      <h1>{texts.uv.title(placeText(place, locale))}</h1>
      <OtherPlaces asked={asked} place={place} locale={locale} />
      {asked.hour !== undefined && chosen?.time !== hourBegin(asked.hour) && <p class="notice">{texts.uv.noHour}</p>}
      {chosen && (
        <Numbers {...{ chosen, days, classes, times, locale }} isPresent={chosen === present} clock={place.clock} />
      )}
      <p class="quiet">
        {texts.uv.zone(times.zone(chosen?.time ?? now))} <Provided text={sourceText(forecast, times, locale)} />
      </p>
      <PlaceForm asked={asked} locale={locale} />
      {chosen && present && (
        <WorldMap
          {...{ asked, place, hours, chosen, present, classes, times, coastline, locale }}
          days={forecast.days}
        />
      )}
      <h2 id="days">{texts.uv.days}</h2>
      <DaysTable days={days} classes={classes} times={times} locale={locale} />
      <Curve {...{ place, hours, days, classes, times, locale }} source={sourceText(forecast, times, locale)} />
      <Calculator {...{ asked, place, exposure, times, locale }} />
      <ApiCall reads={readsOf(place, exposure, chosen?.time, locale)} publicUrl={publicUrl} locale={locale}>
        {texts.uv.apiCalls}
      </ApiCall>
      <PlacesCredit locale={locale} />
      {answer.attribution !== null && (
        <p class="quiet">
          <Provided
            text={texts.uv.forecastFrom(shortened(answer.attribution, 300), shortened(answer.licence ?? "–", 100))}
          />
        </p>
      )}
    </>
  );
}

/** Whose forecast it is, and how old. */
function sourceText({ source, issued }: PlaceForecast, times: PlaceTimes, { texts }: Locale): string {
  if (issued === null) return texts.uv.unpublished;
  return texts.uv.issued(shortened(source, MAX_NAME_LENGTH), times.whole(Date.parse(issued)));
}

/** The beginning of the hour of an instant. */
const hourBegin = (time = Number.NaN): number => Math.floor(time / HOUR) * HOUR;

const coordinatesOf = ({ latitude, longitude }: Place) => ({ lat: latitude, lon: longitude });

interface NumbersProps {
  readonly chosen: UvHour;
  readonly isPresent: boolean;
  readonly days: readonly UvDay[];
  readonly clock: PlaceAsked["clock"];
  readonly classes: UvClasses;
  readonly times: PlaceTimes;
  readonly locale: Locale;
}

/** The index of the hour and the highest of its day, what they mean, and what to do from that hour on. */
function Numbers({ chosen, isPresent, days, clock, classes, times, locale }: NumbersProps) {
  const texts = locale.texts.uv;
  const date = clock.date(chosen.time);
  const day = days.find((each) => each.date === date) ?? days[0];
  const left = day?.hours.filter(({ time }) => time >= chosen.time) ?? [];
  const worst = left.reduce((most, hour) => (hour.index > most.index ? hour : most), chosen);
  const { highest, protection } = day ?? {};
  return (
    <>
      <ul class="uv-numbers">
        <li data-present={texts.now}>
          <span class="quiet">
            {isPresent && `${texts.now}: `}
            <time datetime={new Date(chosen.time).toISOString()}>{times.whole(chosen.time)}</time>
          </span>
          <UvBadge index={chosen.index} of={chosen.class} classes={classes} locale={locale} />
        </li>
        {highest && (
          <li>
            <span class="quiet">
              {texts.highest}: <time datetime={new Date(highest.time).toISOString()}>{times.whole(highest.time)}</time>
            </span>
            <UvBadge index={highest.index} of={highest.class} classes={classes} locale={locale} />
          </li>
        )}
      </ul>
      <p>
        {texts.advice[worst.class]}{" "}
        {protection && protection.to > chosen.time
          ? texts.protect(times.clock(protection.from), times.clock(protection.to))
          : texts.unprotected}
        {!chosen.knowsClouds && ` ${texts.clearSky}`}
      </p>
    </>
  );
}

/** Places that may be meant as well. Two of one name and country are told apart by their coordinates. */
function OtherPlaces({ asked, place, locale }: { asked: UvAsked; place: PlaceAsked; locale: Locale }) {
  const { texts, href } = locale;
  const { nearest, others } = place;
  if (others.length === 0) return null;
  const nameOf = ({ name, country }: Place): string => `${name}, ${locale.country(country)}`;
  const names = [...(nearest ? [nearest.place] : []), ...others].map(nameOf);
  const textOf = (other: Place): string => {
    const name = nameOf(other);
    const isOnly = names.filter((each) => each === name).length === 1;
    return isOnly ? name : `${name} (${coordinatesText(other, locale)})`;
  };
  return (
    <nav aria-label={texts.uv.others}>
      <ul class="line">
        <li>{texts.uv.others}</li>
        {others.map((other) => (
          <li key={`${other.latitude} ${other.longitude}`}>
            <a href={href(uvPath(asked, { ...coordinatesOf(other), place: undefined }))}>{textOf(other)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PlaceForm({ asked, locale }: { asked: UvAsked; locale: Locale }) {
  const texts = locale.texts.uv;
  return (
    <search>
      <form action="/uv" class="fields">
        <label>
          {texts.place}
          <input
            type="search"
            name="place"
            value={asked.place}
            maxlength={MAX_PLACE_LENGTH}
            aria-describedby="place-hint"
          />
        </label>
        <button type="submit">{texts.show}</button>
        <HiddenFields
          fields={askedFields(asked, { place: undefined, lat: undefined, lon: undefined })}
          locale={locale}
        />
        <span class="quiet" id="place-hint">
          {texts.placeHint}
        </span>
      </form>
    </search>
  );
}

function PlacesCredit({ locale }: { locale: Locale }) {
  const { name, address, licence } = PLACES_CREDIT;
  return (
    <p class="quiet">
      <a href={address}>{locale.texts.uv.placesFrom(name, licence)}</a> {locale.texts.uv.coast}
    </p>
  );
}
