import type { Period as Given } from "../../dataset/period.ts";
import type { Locale } from "../frame/language.ts";

interface Shown {
  readonly period: Given;
  readonly locale: Locale;
}

/** A period by its days, and by its times where it does not begin and end with a day (UTC). */
export function Period({ period, locale }: Shown) {
  const isOfDays = /T00:00:00Z$/.test(period.begin) && /T23:59:(59(\.9+)?|00)Z$/.test(period.end);
  return isOfDays ? <Days period={period} locale={locale} /> : <Span period={period} write={locale.time} />;
}

/** The days of a period. */
export function Days({ period, locale }: Shown) {
  return <Span period={period} write={locale.day} />;
}

/** A beginning and an end that are written alike stand once. */
function Span({ period: { begin, end }, write }: { period: Given; write: (instant: string) => string }) {
  const [from, to] = [write(begin), write(end)];
  return (
    <>
      <time datetime={begin}>{from}</time>
      {to !== from && (
        <>
          {" – "}
          <time datetime={end}>{to}</time>
        </>
      )}
    </>
  );
}
