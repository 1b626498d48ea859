import { EXPOSURE_DAYS, UV_BOUNDS } from "../../../../contracts/routes/portal/uv.ts";
import type { SkyId } from "../../../../science/uv/skies.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import type { Locale } from "../frame/language.ts";
import { askedFields, type UvAsked } from "./asked.ts";
import { type ExposureShown, endOf, hoursAndMinutes } from "./exposure.ts";
import { indexText, percentText } from "./formats.ts";
import type { PlaceAsked } from "./place-asked.ts";
import { placeText } from "./place-text.ts";
import type { PlaceTimes } from "./times.ts";

interface CalculatorProps {
  readonly asked: UvAsked;
  readonly place: PlaceAsked;
  readonly exposure: ExposureShown;
  readonly times: PlaceTimes;
  readonly locale: Locale;
}

/** How long the sun takes to burn: the answer with its assumptions, and the form that changes them. */
export function Calculator({ asked, place, exposure, times, locale }: CalculatorProps) {
  const texts = locale.texts.uv;
  const { form, request } = exposure;
  const assumptions = texts.assumptions(
    skyText(exposure, locale),
    texts.surfaces[form.surface],
    locale.number(form.altitude),
    locale.number(request.ozone),
  );
  return (
    <section id="exposure">
      <h2>{texts.calculator}</h2>
      <p class="answer">
        <strong>{answerText(exposure, place, times, locale)}</strong>
      </p>
      <p>
        {waitingText(exposure, locale)} {vitaminText(exposure, locale)} {texts.notAdvice}
      </p>
      <ExposureFields asked={asked} exposure={exposure} locale={locale} />
      <h3>{texts.assumed}</h3>
      <ul>
        {assumptions.map((assumption) => (
          <li key={assumption}>{assumption}</li>
        ))}
        <li>
          <a href={locale.href("/docs/uv-model")}>{texts.model}</a>
        </li>
      </ul>
    </section>
  );
}

function answerText(
  { form, answer, begin }: ExposureShown,
  place: PlaceAsked,
  times: PlaceTimes,
  locale: Locale,
): string {
  const texts = locale.texts.uv;
  const { clock } = place;
  const name = placeText(place, locale);
  const skin = String(form.skin);
  const start = times.zoned(begin);
  const index = indexText(answer.uv_index, locale);
  if (answer.reason === "sun below horizon all day") return texts.noSun(name, start);
  const { exposure_minutes: minutes, sun_minutes: inSun } = answer;
  if (minutes === null || inSun === null) {
    return texts.burnsNot(percentText(answer.fraction_reached, locale), skin, name, start, index);
  }
  const end = endOf(begin, minutes);
  const endText = clock.date(end) === clock.date(begin) ? times.clock(end) : times.whole(end);
  return texts.burns(durationText(inSun, locale), skin, name, start, endText, index);
}

/** The sky that is counted with, and why it is this one. */
function skyText({ form, request, clouds, begin }: ExposureShown, locale: Locale): string {
  const texts = locale.texts.uv;
  // The request has one of the classes.
  const name = texts.skies[request.sky as SkyId];
  if (form.sky !== undefined) return name;
  if (clouds === "unknown") return texts.skyWithoutForecast(name);
  if (clouds === "dark") return texts.skyInDark(name);
  const share = percentText(clouds.share, locale);
  return clouds.hour > begin ? texts.skyOfFirstLight(name, share) : texts.skyByForecast(name, share);
}

function waitingText({ waiting }: ExposureShown, locale: Locale): string {
  return waiting < 1 ? "" : locale.texts.uv.waiting(durationText(waiting, locale));
}

function vitaminText({ answer, waiting }: ExposureShown, locale: Locale): string {
  const { reason, companion } = answer;
  if (reason === "sun below horizon all day") return "";
  const texts = locale.texts.uv;
  const minutes = companion.exposure_minutes;
  return minutes === null ? texts.noVitaminD : texts.vitaminD(durationText(minutes - waiting, locale));
}

function durationText(minutes: number, locale: Locale): string {
  const [hours, rest] = hoursAndMinutes(minutes);
  return locale.texts.uv.minutes(locale.number(hours), locale.number(rest));
}

function ExposureFields({ asked, exposure, locale }: Pick<CalculatorProps, "asked" | "exposure" | "locale">) {
  const { form } = exposure;
  const texts = locale.texts.uv;
  const kept = askedFields({
    ...asked,
    skin: undefined,
    date: undefined,
    time: undefined,
    sky: undefined,
    surface: undefined,
    altitude: undefined,
    ozone: undefined,
  });
  return (
    <form action="/uv#exposure" class="fields">
      <Choice name="skin" label={texts.skin} options={texts.skins} chosen={form.skin} />
      <label>
        {texts.date}
        <input type="date" name="date" value={form.date} min={EXPOSURE_DAYS.first} max={EXPOSURE_DAYS.last} />
      </label>
      <label>
        {texts.begin}
        <input type="time" name="time" value={form.time} />
      </label>
      <Choice name="sky" label={texts.sky} options={texts.skies} chosen={form.sky} unchosen={texts.asForecast} />
      <Choice name="surface" label={texts.surface} options={texts.surfaces} chosen={form.surface} />
      <label>
        {texts.altitude}
        <input type="number" name="altitude" value={form.altitude} {...boundsOf("altitude")} />
      </label>
      <label>
        {texts.ozone}
        <input type="number" name="ozone" value={form.ozone} {...boundsOf("ozone")} />
      </label>
      <HiddenFields fields={kept} locale={locale} />
      <button type="submit">{texts.calculate}</button>
    </form>
  );
}

function boundsOf(name: keyof typeof UV_BOUNDS) {
  const [min, max] = UV_BOUNDS[name];
  // Any decimal is read, also by browsers that check what is sent.
  return { min, max, step: "any" };
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: Readonly<Record<number, string>>;
  readonly chosen: number | undefined;
  /** What stands for no choice, where there may be none. */
  readonly unchosen?: string;
}

function Choice({ name, label, options, chosen, unchosen }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name}>
        {unchosen !== undefined && <option value="">{unchosen}</option>}
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value} selected={Number(value) === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
