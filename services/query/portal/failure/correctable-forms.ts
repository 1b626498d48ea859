import { date } from "../../../../contracts/routes/parameter.ts";
import { getAirPage } from "../../../../contracts/routes/portal/air.ts";
import { MAX_WORDS_LENGTH, searchPage } from "../../../../contracts/routes/portal/search.ts";
import { getStationPage } from "../../../../contracts/routes/portal/stations.ts";
import { EXPOSURE_DAYS, getUvPage, MAX_PLACE_LENGTH, UV_BOUNDS } from "../../../../contracts/routes/portal/uv.ts";
import type { RouteDeclaration } from "../../../../contracts/routes/route.ts";
import { pathPattern } from "../../../../platform/http/path-pattern.ts";
import type { Locale } from "../frame/language.ts";
import type { Section } from "../frame/layout.tsx";

type Label = (texts: Locale["texts"]) => string;

/** A field that people may fill with what can't be read. */
export interface CorrectableField {
  readonly name: string;
  readonly type: "search" | "date" | "time" | "datetime-local" | "text";
  readonly label: Label;
  /** What it must be, as a sentence. `typed`: all fields as they were sent. */
  readonly rule: (locale: Locale, typed: URLSearchParams) => string;
}

/** The form of a page. */
export interface CorrectableForm {
  readonly section: Section;
  /** What was sent of its parameters and is no field is kept. */
  readonly page: Pick<RouteDeclaration, "path" | "parameters" | "lenient">;
  readonly fields: readonly CorrectableField[];
  readonly submit: Label;
}

/** Whether the text is a day that exists. */
export const isDay = (text: string | null): boolean => date.schema.safeParse(text?.trim()).success;

function words(name: string, label: Label, max: number): CorrectableField {
  const rule: CorrectableField["rule"] = ({ texts, number }) => texts.failure.rules.length(label(texts), number(max));
  return { name, label, type: "search", rule };
}

function day(name: string, label: Label): CorrectableField {
  return { name, label, type: "date", rule: ({ texts }) => texts.failure.rules.date(label(texts)) };
}

function decimal(name: keyof typeof UV_BOUNDS, label: Label): CorrectableField {
  const [min, max] = UV_BOUNDS[name];
  const rule: CorrectableField["rule"] = ({ texts, number }, typed) => {
    // Of two coordinates, one alone is wrong too.
    const isMissing = (typed.get(name) ?? "").trim() === "";
    const ruleOf = isMissing ? texts.failure.rules.missingNumber : texts.failure.rules.number;
    return ruleOf(label(texts), number(min), number(max));
  };
  return { name, label, type: "text", rule };
}

const lastDay = day("to", ({ search }) => search.to);

const search: CorrectableForm = {
  section: "search",
  page: searchPage,
  fields: [
    words("q", ({ search }) => search.words, MAX_WORDS_LENGTH),
    day("from", ({ search }) => search.from),
    {
      ...lastDay,
      rule: (locale, typed) => {
        const { failure, search } = locale.texts;
        // Of two days that exist only the order can be wrong.
        const isOrder = ["from", "to"].every((name) => isDay(typed.get(name)));
        return isOrder ? failure.rules.order(search.to, search.from) : lastDay.rule(locale, typed);
      },
    },
    {
      name: "bbox",
      type: "text",
      label: ({ search }) => `${search.box}: ${search.boxLabel}`,
      rule: ({ texts }) => texts.failure.rules.box(texts.search.box),
    },
  ],
  submit: ({ search }) => search.submit,
};

const air: CorrectableForm = {
  section: "air",
  page: getAirPage,
  fields: [
    {
      name: "at",
      type: "datetime-local",
      label: ({ air }) => air.hour,
      rule: ({ texts }) => texts.failure.rules.hour(texts.air.hour),
    },
  ],
  submit: ({ air }) => air.show,
};

const station: CorrectableForm = {
  section: "air",
  page: getStationPage,
  fields: [day("from", ({ stations }) => stations.from)],
  submit: ({ stations }) => stations.show,
};

const { first, last } = EXPOSURE_DAYS;

const uv: CorrectableForm = {
  section: "uv",
  page: getUvPage,
  fields: [
    words("place", ({ uv }) => uv.place, MAX_PLACE_LENGTH),
    decimal("lat", ({ uv }) => uv.latitude),
    decimal("lon", ({ uv }) => uv.longitude),
    {
      ...day("date", ({ uv }) => uv.date),
      rule: ({ texts, day }) => texts.failure.rules.dateWithin(texts.uv.date, day(first), day(last)),
    },
    {
      name: "time",
      type: "time",
      label: ({ uv }) => uv.begin,
      rule: ({ texts }) => texts.failure.rules.time(texts.uv.begin),
    },
    decimal("altitude", ({ uv }) => uv.altitude),
    decimal("ozone", ({ uv }) => uv.ozone),
  ],
  submit: ({ uv }) => uv.show,
};

const FORMS = [search, air, station, uv].map((form) => ({ form, pattern: pathPattern(form.page.path, "/?$") }));

/** The form of the page at a path. */
export const correctableForm = (path: string): CorrectableForm | undefined =>
  FORMS.find(({ pattern }) => pattern.test(path))?.form;
