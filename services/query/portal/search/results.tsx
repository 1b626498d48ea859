import { shortened, withoutControls } from "../../dataset/text.ts";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import { pointId } from "./facility-map.tsx";
import type { Piece, Result } from "./found.ts";

const MAX_TITLE_LENGTH = 300;
const MAX_NAME_LENGTH = 150;
const MAX_VARIABLES = 4;

/** Results of a page, with the number of the first one. */
export function Results({ results, first, locale }: { results: readonly Result[]; first: number; locale: Locale }) {
  return (
    <ol class="results" start={first}>
      {results.map((result) => (
        <li key={result.slug} data-point={pointId(result.facilityIdentifier)}>
          <h3>
            <a href={locale.href(`/records/${result.slug}`)}>
              <Marked pieces={result.title} maxLength={MAX_TITLE_LENGTH} />
            </a>
          </h3>
          <ResultFacts result={result} locale={locale} />
          {result.abstract.length > 0 && (
            <p>
              <Marked pieces={result.abstract} maxLength={1_000} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Facility, period and variables in one line. */
function ResultFacts({ result, locale }: { result: Result; locale: Locale }) {
  const { facility, period, variables } = result;
  const left = variables.length - MAX_VARIABLES;
  const { texts } = locale;
  return (
    <ul class="line quiet">
      {facility !== undefined && (
        <li>
          <span class="visually-hidden">{texts.search.filters.facility}: </span>
          <Provided text={shortened(facility, MAX_NAME_LENGTH)} />
        </li>
      )}
      {period !== undefined && (
        <li>
          <span class="visually-hidden">{texts.search.period}: </span>
          <time datetime={period.begin}>{locale.day(period.begin)}</time>
          {locale.day(period.begin) !== locale.day(period.end) && (
            <>
              {" – "}
              <time datetime={period.end}>{locale.day(period.end)}</time>
            </>
          )}
        </li>
      )}
      {variables.length > 0 && (
        <li>
          <span class="visually-hidden">{texts.search.filters.variable}: </span>
          {variables.slice(0, MAX_VARIABLES).map((name, index) => (
            <>
              {index > 0 && ", "}
              <Provided text={shortened(name, MAX_NAME_LENGTH)} />
            </>
          ))}
          {left > 0 && ` ${texts.search.moreVariables(locale.number(left))}`}
        </li>
      )}
    </ul>
  );
}

/** A provider's text with the found words marked, cut where it is too long. */
function Marked({ pieces, maxLength }: { pieces: readonly Piece[]; maxLength: number }) {
  let room = maxLength;
  return (
    <bdi class="text">
      {pieces.map(({ text, isFound }, index) => {
        if (room <= 0) return null;
        const shown = withoutControls(shortened(text, room)).replace(/\s+/g, " ");
        room -= text.length;
        return isFound ? <mark key={index}>{shown}</mark> : shown;
      })}
    </bdi>
  );
}
