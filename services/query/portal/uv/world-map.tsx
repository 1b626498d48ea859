import { type Sun, sunBetween } from "../../../../science/solar.ts";
import { DAY, HOUR, instant } from "../../uv/horizon.ts";
import { INDEX_COLOURS, INDEX_STEP } from "../../uv/index-colours.ts";
import type { Locale } from "../frame/language.ts";
import { type UvAsked, uvPath } from "./asked.ts";
import type { PlaceForecast, UvHour } from "./days.ts";
import { indexText } from "./formats.ts";
import type { PlaceAsked } from "./place-asked.ts";
import { coordinatesText } from "./place-text.ts";
import type { PlaceTimes } from "./times.ts";
import { className, type UvClasses } from "./uv-badge.tsx";

interface WorldMapProps {
  readonly asked: UvAsked;
  readonly place: PlaceAsked;
  readonly hours: readonly UvHour[];
  readonly chosen: UvHour;
  readonly present: UvHour;
  /** The forecast's days, with their sources. */
  readonly days: PlaceForecast["days"];
  readonly classes: UvClasses;
  readonly times: PlaceTimes;
  /** The address of a picture of the coasts. */
  readonly coastline: string;
  readonly locale: Locale;
}

/** Hours from one link to the next. */
const LINK_HOURS = 3;

/** The index of the world at the chosen hour, with links to the others. The island `slider.ts` adds a slider. */
export function WorldMap(props: WorldMapProps) {
  const { asked, place, hours, chosen, present, days, classes, times, coastline, locale } = props;
  const texts = locale.texts.uv;
  const time = times.whole(chosen.time);
  const day = Math.floor((chosen.time - (hours[0]?.time ?? 0)) / DAY);
  return (
    <section id="world" class="world">
      <h2>{texts.world(time)}</h2>
      <figure>
        <div class="world-layers">
          <img
            src={mapPath(chosen.time)}
            width={720}
            height={360}
            alt={texts.worldAlt(time, overhead(sunOf(hours)(chosen.time), locale))}
          />
          <img src={coastline} width={720} height={360} alt="" />
          <svg viewBox="-180 -90 360 180" aria-hidden="true">
            <circle class="under" cx={place.longitude} cy={-place.latitude} r="4" />
            <circle cx={place.longitude} cy={-place.latitude} r="4" />
          </svg>
        </div>
        <figcaption>
          <Legend classes={classes} locale={locale} />
          {texts.worldText} {days[day]?.source === "climatology" && texts.worldClear}
        </figcaption>
      </figure>
      <div class="slider" data-earlier={texts.earlier} data-later={texts.later} data-label={texts.chooseHour}>
        <script
          type="application/json"
          dangerouslySetInnerHTML={{ __html: islandData(props).replaceAll("<", "\\u003c") }}
        />
      </div>
      <HourLinks {...{ asked, hours, chosen, present, times, locale }} />
    </section>
  );
}

const mapPath = (time: number): string => `/uv/map/${instant(time)}`;

/** The Sun at the hours. */
function sunOf(hours: readonly UvHour[]): (time: number) => Sun {
  return sunBetween(hours[0]?.time ?? 0, hours.at(-1)?.time ?? 0);
}

/** Where the Sun stands overhead. */
function overhead({ declination, hourAngle }: Sun, locale: Locale): string {
  const turns = Math.round(-hourAngle / 360);
  const whole = { latitude: Math.round(declination), longitude: Math.round(-hourAngle - 360 * turns) };
  return coordinatesText(whole, locale);
}

/** What the slider shows of each hour. */
function islandData({ hours, chosen, present, classes, times, locale }: WorldMapProps): string {
  const texts = locale.texts.uv;
  const sun = sunOf(hours);
  return JSON.stringify({
    chosen: hours.indexOf(chosen),
    hours: hours.map((hour) => {
      const time = times.whole(hour.time);
      return {
        instant: instant(hour.time),
        picture: mapPath(hour.time),
        time,
        heading: texts.world(time),
        alt: texts.worldAlt(time, overhead(sun(hour.time), locale)),
        isPresent: hour === present,
        index: indexText(hour.index, locale),
        class: hour.class,
        name: className(hour.class, classes),
      };
    }),
  });
}

type HourLinksProps = Pick<WorldMapProps, "asked" | "hours" | "chosen" | "present" | "times" | "locale">;

/** The hours beside the chosen one, and every third hour of each day. */
function HourLinks({ asked, hours, chosen, present, times, locale }: HourLinksProps) {
  const texts = locale.texts.uv;
  const toHour = (time: number): string => `${locale.href(uvPath(asked, { hour: time }))}#world`;
  const beside = [
    [texts.earlier, hours.find(({ time }) => time === chosen.time - HOUR)],
    [texts.present, present],
    [texts.later, hours.find(({ time }) => time === chosen.time + HOUR)],
  ] as const;
  const everyThird = hours.filter((_, index) => index % LINK_HOURS === 0);
  const dates = [...new Set(everyThird.map(({ time }) => times.day(time)))];
  return (
    <nav aria-label={texts.chooseHour} class="world-hours">
      <ul class="line">
        {beside.map(([name, hour]) => (
          <li key={name} class={name === texts.present ? undefined : "beside"}>
            {hour ? <a href={toHour(hour.time)}>{name}</a> : <span class="quiet">{name}</span>}
          </li>
        ))}
      </ul>
      {dates.map((date) => (
        <ul class="line" key={date}>
          <li class="quiet">{date}</li>
          {everyThird
            .filter(({ time }) => times.day(time) === date)
            .map(({ time }) => (
              <li key={time}>
                <a
                  href={toHour(time)}
                  aria-label={times.whole(time)}
                  aria-current={time === chosen.time ? "true" : undefined}
                >
                  {times.clock(time)}
                </a>
              </li>
            ))}
        </ul>
      ))}
    </nav>
  );
}

/** The colours of each class with its numbers and its name. */
function Legend({ classes, locale }: { classes: UvClasses; locale: Locale }) {
  return (
    <ul class="line legend" aria-label={locale.texts.uv.legend}>
      {classes.map(({ id, name, from, to }) => {
        // A class has the indices that round to its numbers.
        const first = Math.max((from - 0.5) / INDEX_STEP, 0);
        const colours = INDEX_COLOURS.slice(first, to === null ? undefined : (to + 0.5) / INDEX_STEP);
        return (
          <li key={id}>
            <svg width={6 * colours.length} height="16" aria-hidden="true">
              {colours.map((colour, index) => (
                <rect key={colour.join()} x={6 * index} width="6" height="16" fill={`rgb(${colour.join(" ")})`} />
              ))}
            </svg>{" "}
            <b>{to === null ? `${from}+` : `${from}–${to}`}</b> {name}
          </li>
        );
      })}
    </ul>
  );
}
