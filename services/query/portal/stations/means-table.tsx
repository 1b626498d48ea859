import { WideTable } from "../components/wide-table.tsx";
import { meansPath } from "./addresses.ts";
import { nameInText, type Shown, seriesName } from "./shown.ts";
import type { Mean, Section } from "./station-query.ts";

/** Means of the period: a row for each of their periods, a column for each type. */
export function MeansTable({ section, shown }: { section: Section; shown: Shown }) {
  const { locale, times, days } = shown;
  const { stations: texts } = locale.texts;
  const { series } = section;
  const types = section.means.filter(({ means }) => means.length > 0);
  if (types.length === 0) return <p>{texts.noMeans}</p>;
  const rows = new Map<string, (Mean | undefined)[]>();
  for (const [column, { means }] of types.entries()) {
    for (const mean of means) {
      const key = `${mean.fromTime} ${mean.toTime}`;
      const row = rows.get(key) ?? types.map(() => undefined);
      row[column] = mean;
      rows.set(key, row);
    }
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  const secondsOf = (key: string) => key.split(" ").map((time) => Date.parse(time) / 1000);
  return (
    <>
      <WideTable label={`${texts.means}: ${seriesName(series, shown)}`}>
        <caption>{texts.meansCaption(nameInText(series.unit))}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.period}</th>
            {types.map(({ type }) => (
              <th scope="col" class="number" key={type.id}>
                {type.description[locale.culture]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map(([key, means]) => {
            const [from = 0, to = 0] = secondsOf(key);
            return (
              <tr key={key}>
                <th scope="row">{times.period(from, to)}</th>
                {means.map((mean, column) => (
                  <td class="number" key={column}>
                    {mean?.value === null || mean === undefined ? "–" : locale.measured(mean.value, series.unit)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </WideTable>
      <ul class="line">
        {types.map(({ type }) => (
          <li key={type.id}>
            <a href={meansPath(series, type.label, days, ".csv")}>{texts.meansCsv(type.description[locale.culture])}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
