import type { Culture } from "../../../../contracts/routes/parameter.ts";
import type { SentRead } from "../../http/read.ts";
import { type ForecastParts, placeForecast } from "../../uv/forecasts.ts";
import { dayOf } from "../../uv/write-forecast.ts";
import type { Place } from "../places/places.ts";

/** The highest UV index of today at a place. */
export interface TodaysUv {
  readonly place: Place;
  readonly index: number;
  /** When it is reached. */
  readonly time: string;
  /** The name of its class. */
  readonly name: string;
}

interface Known {
  readonly of: string;
  readonly uv: TodaysUv;
}

/** Today's UV index at one place, computed once for each forecast, day and language. */
export class TodaysUvAt {
  readonly #place: Place;
  readonly #parts: ForecastParts;
  readonly #known = new Map<Culture, Known>();

  constructor(place: Place, parts: ForecastParts) {
    this.#place = place;
    this.#parts = parts;
  }

  /** Undefined when the reader has left. @throws HttpProblem `busy`, `view-building` */
  async current(given: SentRead, culture: Culture): Promise<TodaysUv | undefined> {
    const { clock, forecast } = this.#parts;
    const of = `${dayOf(clock())} ${forecast()?.key}`;
    const known = this.#known.get(culture);
    if (known?.of === of) return known.uv;
    const answer = await placeForecast(this.#parts, given, this.#place, culture);
    const max = answer?.forecasts[0]?.days[0]?.max;
    if (!answer || !max) return undefined;
    const { index, time, classification } = max;
    const name = answer.classifications.find(({ id }) => id === classification)?.name ?? "";
    const uv: TodaysUv = { place: this.#place, index, time, name };
    this.#known.set(culture, { of, uv });
    return uv;
  }
}
