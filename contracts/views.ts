import type { DomainEvent } from "./events.ts";
import { catalogue } from "./views/catalogue.ts";
import type { View } from "./views/declaration.ts";
import { facilities } from "./views/facilities.ts";
import { observations } from "./views/observations.ts";
import { stations } from "./views/stations.ts";
import { uvForecast } from "./views/uv-forecast.ts";

/** Every view that is built from the log, by name. */
export const VIEWS = { catalogue, facilities, stations, observations, "uv-forecast": uvForecast } as const satisfies {
  readonly [Name in string]: View<Name>;
};

export type ViewName = (typeof VIEWS)[keyof typeof VIEWS]["name"];

/** The views that handle at least one of the event types. */
export function viewsHandling(types: readonly DomainEvent["type"][]): ViewName[] {
  return Object.values(VIEWS)
    .filter(({ handles }) => types.some((type) => handles.includes(type)))
    .map(({ name }) => name);
}
