import { classOf } from "../../../../science/air-quality-index/index-table.ts";
import { IndexBadge } from "../components/index-badge.tsx";
import { WideTable } from "../components/wide-table.tsx";
import type { Locale } from "../frame/language.ts";
import { nameInText, type Shown } from "./shown.ts";
import type { Mean, Section, Value } from "./station-query.ts";

interface TableProps {
  readonly section: Section;
  readonly title: string;
  readonly shown: Shown;
}

/** The values of the period with their classes and the gaps between them; for long periods the daily means. */
export function ValueTable({ section, title, shown }: TableProps) {
  const { locale, times } = shown;
  const { stations: texts } = locale.texts;
  const { values, daily, series } = section;
  const rows = withGaps(values ?? daily ?? [], shown);
  if (rows.length === 0) return <p>{texts.noValues}</p>;
  return (
    <>
      {daily !== undefined && <p>{texts.tooLong}</p>}
      <WideTable label={title}>
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            <th scope="col" class="number">
              {daily === undefined
                ? texts.value(nameInText(series.unit))
                : `${texts.dailyMean}, ${nameInText(series.unit)}`}
            </th>
            {daily !== undefined && (
              <th scope="col" class="number">
                {texts.coverage}
              </th>
            )}
            {daily === undefined && series.limits !== undefined && <th scope="col">{texts.class}</th>}
            {daily === undefined && <th scope="col">{texts.quality}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.from}>
              <th scope="row">
                <time datetime={new Date(row.from * 1000).toISOString()}>{times.period(row.from, row.to)}</time>
              </th>
              {row.of === undefined ? (
                <td class="quiet" colSpan={daily === undefined && series.limits !== undefined ? 3 : 2}>
                  {texts.gap}
                </td>
              ) : "count" in row.of ? (
                <MeanCells mean={row.of} unit={series.unit} locale={locale} />
              ) : (
                <ValueCells value={row.of} section={section} shown={shown} />
              )}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </>
  );
}

function ValueCells({ value, section, shown }: { value: Value; section: Section; shown: Shown }) {
  const { locale, index } = shown;
  const { stations: texts } = locale.texts;
  const { limits } = section.series;
  const isValid = value.isValid !== false;
  return (
    <>
      <td class="number">{locale.measured(value.value, section.series.unit)}</td>
      {limits !== undefined && (
        <td>{isValid && <IndexBadge found={index.classes[classOf(limits, value.value) - 1]} locale={locale} />}</td>
      )}
      <td>{!isValid ? texts.invalid : value.qualityControlled ? texts.controlled : texts.valid}</td>
    </>
  );
}

function MeanCells({ mean: { value, coverage }, unit, locale }: { mean: Mean; unit: string; locale: Locale }) {
  return (
    <>
      <td class="number">{value === null ? "–" : locale.measured(value, unit)}</td>
      <td class="number">{locale.number(Math.round(coverage))}</td>
    </>
  );
}

interface Row {
  readonly from: number;
  readonly to: number;
  /** Absent in a gap. */
  readonly of: Value | Mean | undefined;
}

/** The values in their order, with a row for each gap: also before the first and after the last that could be there. */
function withGaps(values: readonly (Value | Mean)[], { period, now }: Shown): readonly Row[] {
  if (values.length === 0) return [];
  const rows: Row[] = [];
  let end = period.from;
  for (const value of values) {
    const from = Date.parse(value.fromTime) / 1000;
    const to = Date.parse(value.toTime) / 1000;
    if (from > end) rows.push({ from: end, to: from, of: undefined });
    rows.push({ from, to, of: value });
    end = to;
  }
  const last = Math.min(period.to, Math.floor(now / 3_600_000) * 3_600);
  if (last - end >= 2 * 3_600 && last > end) rows.push({ from: end, to: last, of: undefined });
  return rows;
}
