import type { ComponentChildren } from "preact";
import { isolated } from "../../dataset/text.ts";
import type { Locale } from "../frame/language.ts";
import type { ChartConfig } from "./chart-config.ts";
import { offsetText } from "./period-text.ts";

/** Pages with charts name this island. */
export const CHART_ISLAND = "chart.ts";

interface ChartProps {
  /** What the chart shows, as a sentence. */
  readonly title: string;
  readonly config: Omit<ChartConfig, "region" | "texts">;
  /** What the values are; their unit stands beside it. */
  readonly axis: string;
  /** Who measured or computed the values, and their licence. */
  readonly source: ComponentChildren;
  /** The same values as CSV, where there is such a route. */
  readonly csv?: string;
  /** The same as a call of the API, where the page does not have that elsewhere. */
  readonly api?: ComponentChildren;
  /** The same as a table. */
  readonly table: ComponentChildren;
  readonly locale: Locale;
}

/**
 * A chart with its title and key, its source, and the same values as CSV, as a call of the API and as a table. The island
 * draws it into the place that is kept for it; what it has to say stands below that.
 */
export function Chart({ title, config, axis, source, csv, api, table, locale }: ChartProps) {
  const texts = locale.texts.chart;
  const { region, number } = locale;
  const whole: ChartConfig = { ...config, region, texts: texts.island };
  return (
    <figure class="chart" data-chart={JSON.stringify(whole)}>
      <figcaption>{title}</figcaption>
      <p class="chart-axis quiet">
        {config.unit === "" ? axis : `${axis}, ${isolated(config.unit)}`} · {texts.times(offsetText(config.offset))}
      </p>
      <div class="chart-plot" />
      <p class="chart-readout" data-failed={texts.failed} />
      <div class="chart-tools line" />
      {(config.lines.length > 1 || config.bands.length > 0) && (
        <ul class="chart-key line">
          {config.lines.length > 1 &&
            config.lines.map(({ name }, index) => (
              <li key={name}>
                <span class={`chart-line line-${index}`} /> {name}
              </li>
            ))}
          {config.bands.map(({ name, colour, from, to }) => (
            <li key={name}>
              <span class={`chart-band ${colour}`} /> {name},{" "}
              {to === null ? texts.from(number(from)) : texts.range(number(from), number(to))}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">{source}</p>
      {csv !== undefined && (
        <ul class="line">
          <li>
            <a href={csv}>{texts.csv}</a>
          </li>
        </ul>
      )}
      <details class="chart-table">
        <summary>{texts.table}</summary>
        {table}
      </details>
      {api}
    </figure>
  );
}
