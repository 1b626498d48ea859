import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../frame/language.ts";
import { PointMap } from "./map.tsx";
import { type MapPoint, pointCollection } from "./map-data.ts";

const manglerud: MapPoint = { longitude: 10.8149, latitude: 59.89864, name: "Manglerud" };

/** The data block of a map. */
function dataOf(html: string) {
  const [, json = ""] = /<script type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}

test("a map says that it loads, and where its content is when it can't be shown", () => {
  const map = (instead?: string) =>
    renderToString(
      PointMap({ title: "Stations", points: [manglerud], locale: LOCALES.en, ...(instead && { instead }) }),
    );
  const failed = "The map can't be shown here. The page has all that it would show.";
  expect(map()).toContain(`<div class="map-place" data-loading="Loading the map…" data-failed="${failed}"></div>`);
  expect(map()).toContain(`<noscript><p class="quiet">${failed}</p></noscript>`);
  expect(map("See the list.")).toMatch(/data-failed="See the list\.".*<noscript><p class="quiet">See the list\.</s);
});

describe("a map's data block", () => {
  test("has the points as GeoJSON, and the texts of the page's language", () => {
    const point = { ...manglerud, label: "3", colour: "#ff0000", rank: 3, href: "/stations/1", detail: "PM₁₀, 14:00" };
    const html = renderToString(PointMap({ title: "Stasjoner", points: [point], locale: LOCALES.no }));
    const { longitude, latitude, ...properties } = point;
    expect(dataOf(html)).toMatchObject({
      title: "Stasjoner",
      points: {
        type: "FeatureCollection",
        features: [{ type: "Feature", geometry: { type: "Point", coordinates: [longitude, latitude] }, properties }],
      },
      texts: { zoomIn: "Zoom inn" },
    });
  });

  test("names the address that answers the points", () => {
    const html = renderToString(PointMap({ title: "All", points: "/facilities.geojson", locale: LOCALES.en }));
    expect(dataOf(html).points).toBe("/facilities.geojson");
  });

  test("ends where it should, whatever a name holds", () => {
    const name = `</script><script>alert(1)</script><!-- " & \u2028`;
    const html = renderToString(PointMap({ title: name, points: [{ ...manglerud, name }], locale: LOCALES.en }));
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(dataOf(html)).toMatchObject({ title: name, points: { features: [{ properties: { name } }] } });
  });

  test("is as small as it is useful, however long texts are", () => {
    const long = "å".repeat(100_000);
    const [feature] = pointCollection([{ ...manglerud, name: long, detail: long, label: long }]).features;
    expect(feature?.properties).toEqual({ name: `${"å".repeat(199)}…`, detail: `${"å".repeat(199)}…`, label: "ååå" });
  });
});
