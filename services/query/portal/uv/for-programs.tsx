import { instant } from "../../uv/horizon.ts";
import type { Locale } from "../frame/language.ts";
import type { ExposureShown } from "./exposure.ts";
import type { PlaceAsked } from "./place-asked.ts";

interface ForProgramsProps {
  readonly place: PlaceAsked;
  readonly exposure: ExposureShown;
  readonly hour: number | undefined;
  readonly publicUrl: string;
  readonly locale: Locale;
}

/** The same as calls of the API. */
export function ForPrograms({ place, exposure, hour, publicUrl, locale }: ForProgramsProps) {
  const texts = locale.texts.uv;
  const { latitude, longitude } = place;
  const calls = [
    `curl '${publicUrl}/uv/forecast/${latitude}/${longitude}?culture=${locale.language}'`,
    ...(hour === undefined ? [] : [`curl -o uv.png '${publicUrl}/uv/map/${instant(hour)}'`]),
    `curl '${publicUrl}/uv/vitd' -H 'Content-Type: application/json' -d '${JSON.stringify(exposure.request)}'`,
  ];
  return (
    <>
      <h2 id="programs">{texts.programs}</h2>
      <p>{texts.programsText}</p>
      <pre tabindex={0}>
        <code>{calls.join("\n")}</code>
      </pre>
    </>
  );
}
