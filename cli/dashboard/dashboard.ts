import type { Panel, Section } from "./panels.ts";

/** Grafana's grid has 24 columns. */
const COLUMNS = 24;
const PANEL = { w: 8, h: 8 };
const PER_ROW = COLUMNS / PANEL.w;

const DATASOURCE = { type: "prometheus", uid: "$datasource" };

/** The sections as a dashboard that Grafana 10 or later imports, with a choice of the Prometheus and the job. */
export function dashboardOf(sections: readonly Section[]) {
  return {
    uid: "airlog",
    title: "airlog",
    tags: ["airlog"],
    schemaVersion: 39,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    timezone: "browser",
    templating: { list: variables() },
    panels: panelsOf(sections),
  };
}

function variables() {
  const job = { query: "label_values(airlog_http_request_duration_seconds_count, job)", refId: "job" };
  return [
    { name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus" },
    {
      ...{ name: "job", label: "Job", type: "query", datasource: DATASOURCE, query: job, refresh: 2 },
      ...{ multi: true, includeAll: true, allValue: ".+", current: { text: "All", value: "$__all" } },
    },
  ];
}

function panelsOf(sections: readonly Section[]) {
  let y = 0;
  let id = 0;
  return sections.flatMap(({ title, panels }) => {
    const row = {
      id: ++id,
      type: "row",
      title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y: y++, w: COLUMNS, h: 1 },
    };
    const charts = panels.map((panel, at) => {
      const gridPos = { ...PANEL, x: (at % PER_ROW) * PANEL.w, y: y + Math.floor(at / PER_ROW) * PANEL.h };
      return chartOf(panel, ++id, gridPos);
    });
    y += Math.ceil(panels.length / PER_ROW) * PANEL.h;
    return [row, ...charts];
  });
}

function chartOf({ title, about, unit, lines }: Panel, id: number, gridPos: object) {
  return {
    ...{ id, type: "timeseries", title, description: about, datasource: DATASOURCE, gridPos },
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 5, showPoints: "never" } }, overrides: [] },
    options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
    targets: Object.entries(lines).map(([legendFormat, expr], at) => ({
      ...{ refId: String.fromCharCode(65 + at), datasource: DATASOURCE, expr, legendFormat },
    })),
  };
}

/** The file's content. */
export function dashboardFile(sections: readonly Section[]): string {
  return `${JSON.stringify(dashboardOf(sections), undefined, 2)}\n`;
}
