import { type AirQualityIndex, rangeOf } from "../../../../science/air-quality-index/index-table.ts";
import { componentName } from "../components/component-name.ts";
import { IndexBadge } from "../components/index-badge.tsx";
import { WideTable } from "../components/wide-table.tsx";
import type { Locale } from "../frame/language.ts";

/** The classes of the index: what each means, what to do, and where it begins for each component. */
export function Legend({ index, locale }: { index: AirQualityIndex; locale: Locale }) {
  const { culture, texts } = locale;
  const { air } = texts;
  return (
    <>
      <WideTable label={air.meaning}>
        <thead>
          <tr>
            <th scope="col">{air.class}</th>
            <th scope="col">{air.risk}</th>
            <th scope="col">{air.effect}</th>
            <th scope="col">{air.advice}</th>
          </tr>
        </thead>
        <tbody>
          {index.classes.map((each) => (
            <tr key={each.index}>
              <th scope="row">
                <IndexBadge found={each} locale={locale} />
              </th>
              <td class="words">{each.risk[culture]}</td>
              <td class="words">{each.effect[culture]}</td>
              <td class="words">{each.advice[culture]}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <WideTable label={air.limits(index.unit)}>
        <caption>{air.limits(index.unit)}</caption>
        <thead>
          <tr>
            <th scope="col">{air.component}</th>
            {index.classes.map((each) => (
              <th key={each.index} scope="col">
                <IndexBadge found={each} locale={locale} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(index.limits).map(([component, limits]) => (
            <tr key={component}>
              <th scope="row">{componentName(component, locale)}</th>
              {index.classes.map(({ index: number }) => (
                <td key={number}>{rangeText(limits, number, locale)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </>
  );
}

/** The first class has everything below its limit, the last one everything above. */
function rangeText(limits: readonly number[], index: number, { texts, number }: Locale): string {
  const { from, to } = rangeOf(limits, index);
  if (index === 1) return texts.air.below(number(to));
  return index > limits.length ? texts.air.andAbove(number(from)) : `${number(from)}–${number(to)}`;
}
