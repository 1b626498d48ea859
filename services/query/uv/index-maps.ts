import { invalidParameters } from "../../../platform/http/parameters.ts";
import { fingerprint, holds, REVALIDATE } from "../http/conditional.ts";
import type { SentRead } from "../http/read.ts";
import { type ForecastParts, usedOn } from "./forecasts.ts";
import { DAY, DAYS, HOUR, instant } from "./horizon.ts";
import { dayOf } from "./write-forecast.ts";

/** A map of the world as it is sent. */
interface IndexMap {
  readonly png: Uint8Array;
  readonly tag: string;
}

/**
 * Maps of the index by hour. Each is drawn once a forecast and day, when it is first asked for, and kept; one is drawn at a
 * time. So a forecast costs at most as many maps as three days have hours, whoever asks.
 */
export class IndexMaps {
  readonly #parts: ForecastParts;
  /** Identifies the forecast and the day of the maps that are kept. */
  #of = "";
  #maps = new Map<number, Promise<IndexMap>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ForecastParts) {
    this.#parts = parts;
  }

  /** The map of an instant, or of the present hour. @throws HttpProblem `parameter-invalid` where there is none, `busy` */
  async at(asked: number | "now"): Promise<IndexMap> {
    const { forecast, pool, clock } = this.#parts;
    const now = clock();
    const today = dayOf(now);
    const time = asked === "now" ? Math.floor(now.getTime() / HOUR) * HOUR : asked;
    const hour = (time - today) / HOUR;
    if (!Number.isInteger(hour) || hour < 0 || hour >= 24 * DAYS) {
      const message = `must be a full hour from ${instant(today)} to ${instant(today + DAYS * DAY - HOUR)}`;
      throw invalidParameters([{ path: "hour", message }]);
    }
    const grid = usedOn(today, forecast());
    const of = `${grid?.key ?? "climatology"} ${today}`;
    if (of !== this.#of) {
      this.#of = of;
      this.#maps = new Map();
    }
    const maps = this.#maps;
    const known = maps.get(hour);
    if (known) return known;
    const drawn = this.#last.then(async () => {
      const png = await pool.draw({ today, grid, hour });
      return { png, tag: `"${fingerprint(png)}"` };
    });
    maps.set(hour, drawn);
    // A failed one is drawn again when it is asked for again.
    this.#last = drawn.catch(() => maps.delete(hour));
    return drawn;
  }
}

/** Answers a map, or 304 when the client has it. */
export function sendMap({ request, response }: SentRead, { png, tag }: IndexMap): void {
  response.set({ ETag: tag, "Cache-Control": REVALIDATE });
  if (holds(request, tag)) response.status(304).end();
  else response.set("Content-Type", "image/png").end(png);
}
