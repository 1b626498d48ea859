import type { UvForecast, UvForecastKey } from "../../../contracts/measurement-events.ts";
import type { Aggregate } from "../handling/aggregate.ts";
import { accept, type Decider, reject } from "../handling/decider.ts";

/** What the decider needs of a publication: the time of issue (UTC, ISO 8601) and the hash of the content. */
export interface Publication {
  readonly issued: string;
  readonly content: string;
}

export interface PublishForecast extends Publication {
  readonly type: "PublishForecast";
  /** The other members of the event. */
  readonly document: Omit<UvForecast, "forecast" | "issued">;
}

export interface ForecastPublished extends Publication {
  readonly type: "UvForecastPublished";
}

/** The forecast that is served was issued later. */
export interface ForecastOlder {
  readonly reason: "forecast-older";
  readonly served: string;
}

export type ForecastState = { readonly served: Publication | undefined };

/** A forecast is never replaced by an older one, nor by an equal one. */
export const uvForecast: Decider<PublishForecast, ForecastPublished, ForecastState, ForecastOlder> = {
  initial: { served: undefined },
  evolve: (_state, { issued, content }) => ({ served: { issued, content } }),
  decide: ({ issued, content }, { served }) => {
    if (served && served.content === content) return accept();
    if (served && Date.parse(issued) < Date.parse(served.issued)) {
      return reject({ reason: "forecast-older", served: served.issued });
    }
    return accept({ type: "UvForecastPublished", issued, content });
  },
};

export const uvForecastAggregate: Aggregate<PublishForecast, ForecastPublished, ForecastState, ForecastOlder> = {
  decider: uvForecast,
  types: { UvForecastPublished: true },
  decode: {
    from: "content",
    event: ({ type, data: { issued, forecast } }) => ({ type, issued, content: forecast.content }),
  },
  encode: (_event, { issued, content, document }, revision) => {
    const forecast: UvForecastKey = { number: revision, content };
    const data: UvForecast = { forecast, issued, ...document };
    return { data: Buffer.from(JSON.stringify(data)), contentHash: content };
  },
};
