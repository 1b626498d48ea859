import { test } from "vitest";
import { given } from "../../../test/given.ts";
import { uvForecast } from "./forecast.ts";

const published = (issued: string, content = issued) => ({ type: "UvForecastPublished", issued, content }) as const;
const document = { source: "model", licence: "CC BY 4.0", attribution: "met", steps: [], fields: [] };
const publish = (issued: string, content = issued) => ({ type: "PublishForecast", issued, content, document }) as const;
const morning = "2026-06-21T00:00:00Z";
const noon = "2026-06-21T12:00:00Z";

test("the first forecast is published", () => {
  given(uvForecast, [])
    .when(publish(morning))
    .thenAppends([published(morning)]);
});

test("a newer forecast is published", () => {
  given(uvForecast, [published(morning)])
    .when(publish(noon))
    .thenAppends([published(noon)]);
});

test("the served forecast is not published again", () => {
  given(uvForecast, [published(morning)])
    .when(publish(morning))
    .thenAppends([]);
});

test("a correction of the forecast that is served is published", () => {
  given(uvForecast, [published(morning, "a")])
    .when(publish(morning, "b"))
    .thenAppends([published(morning, "b")]);
});

test("a forecast that was issued before the one that is served is rejected", () => {
  given(uvForecast, [published(noon)])
    .when(publish(morning))
    .thenRejected({ reason: "forecast-older", served: noon });
});
