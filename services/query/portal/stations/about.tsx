import type { Station } from "../../../../contracts/station.ts";
import type { IndexClass } from "../../../../science/air-quality-index/index-table.ts";
import { lineOf, shortened } from "../../dataset/text.ts";
import { Facts } from "../components/facts.tsx";
import { PointMap } from "../components/map.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";

const MAX_FACT_LENGTH = 2_000;
const MAX_PLACE_LENGTH = 100;

interface AboutProps {
  readonly station: Station;
  readonly locale: Locale;
}

/** Where the station is and of which kind, in a line. */
export function Place({ station: { area, municipality, type, eoi }, locale }: AboutProps) {
  const { stations: texts } = locale.texts;
  const code = lineOf(eoi);
  const parts = [...new Set([lineOf(area), lineOf(municipality)]), lineOf(type), code && `${texts.eoi} ${code}`];
  return (
    <p class="quiet">
      {parts
        .filter((part) => part !== undefined)
        .map((part, index) => (
          <>
            {index > 0 && " · "}
            <Provided text={shortened(part, MAX_PLACE_LENGTH)} />
          </>
        ))}
    </p>
  );
}

interface FullProps extends AboutProps {
  /** The worst class of its newest values. */
  readonly worst: IndexClass | undefined;
}

/** All that is known of the station, and where it is on a map. */
export function About({ station, worst, locale }: FullProps) {
  const { stations: texts, record } = locale.texts;
  const { latitude, longitude } = station;
  const given = (text: string | null | undefined) => {
    const line = lineOf(text);
    return line === undefined ? undefined : <Provided text={shortened(line, MAX_FACT_LENGTH)} />;
  };
  const degrees = (value: number, positive: string, negative: string) =>
    `${locale.number(Math.abs(value))}° ${value < 0 ? negative : positive}`;
  const point = {
    ...{ latitude, longitude, name: shortened(lineOf(station.name) ?? "–", MAX_PLACE_LENGTH) },
    ...(worst !== undefined && { label: String(worst.index), colour: `#${worst.color}` }),
  };
  return (
    <>
      <Facts
        facts={[
          [
            texts.area,
            lineOf(station.area) && (
              <a href={locale.href(`/air?${new URLSearchParams({ area: station.area })}`)}>{given(station.area)}</a>
            ),
          ],
          [texts.municipality, given(station.municipality)],
          [texts.zone, given(station.zone)],
          [texts.type, given(station.type)],
          [texts.eoi, given(station.eoi)],
          [
            texts.position,
            `${degrees(latitude, record.north, record.south)}, ${degrees(longitude, record.east, record.west)}`,
          ],
          [texts.owner, given(station.owner)],
          [texts.status, given(station.status)],
          [texts.visible, station.isVisible ? undefined : locale.texts.no],
          [locale.texts.members.description, given(station.description)],
        ]}
      />
      <PointMap title={texts.position} points={[point]} locale={locale} />
    </>
  );
}
