import { FILTER_NAMES, type FilterName } from "../../../../contracts/routes/portal/search.ts";
import { lineOf, shortened } from "../../dataset/text.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import { type Asked, boxText, keptParameters, searchPath, toggled, without } from "./asked.ts";
import { FACET_SIZE } from "./body.ts";
import { BOX_FORM, FacilityMap, type PlaceOf, pointId } from "./facility-map.tsx";
import type { Facet, FacetValue, Found } from "./found.ts";

const MAX_LABEL_LENGTH = 120;

/** What a value of a filter is called. */
export type LabelOf = (name: FilterName, value: string) => string;

interface Shown {
  readonly asked: Asked;
  readonly labelOf: LabelOf;
  readonly locale: Locale;
}

/** A value of a filter as people read it. */
export function FilterLabel({ label }: { label: string }) {
  return <Provided text={shortened(lineOf(label) ?? "–", MAX_LABEL_LENGTH)} />;
}

/** Everything that narrows the search down: values with their counts, a period, a box. */
export function Filters({ found, placeOf, ...shown }: Shown & { found: Found; placeOf: PlaceOf }) {
  const { facets, facilities } = found;
  return (
    <>
      <FacilityMap facilities={facilities} placeOf={placeOf} {...shown} />
      <BoxForm {...shown} />
      <PeriodForm {...shown} />
      {FILTER_NAMES.map((name) => (
        <FacetValues key={name} name={name} facet={facets[name]} {...shown} />
      ))}
    </>
  );
}

function FacetValues({ name, facet, asked, labelOf, locale }: Shown & { name: FilterName; facet: Facet }) {
  if (facet.values.length === 0) return null;
  const { texts, href } = locale;
  const title = texts.search.filters[name];
  const isLong = facet.values.filter(({ isChosen }) => !isChosen).length > FACET_SIZE;
  const whole = href(`${searchPath({ ...asked, facet: name })}#filter-${name}`);
  return (
    <section
      class="facet"
      id={`filter-${name}`}
      {...(facet.hasMore &&
        !isLong && {
          "data-more": whole,
          "data-find": texts.search.find(title),
          "data-none": texts.search.noSuchValue,
        })}
    >
      <h3>{title}</h3>
      <ul class={isLong ? "long" : undefined}>
        {facet.values.map((value) => (
          <li key={value.value} data-point={name === "facility" ? pointId(value.value) : undefined}>
            <ValueLink
              value={value}
              label={labelOf(name, value.value)}
              path={searchPath(toggled(asked, name, value.value))}
              locale={locale}
            />
          </li>
        ))}
      </ul>
      {facet.hasMore &&
        (isLong ? <p class="quiet">{texts.search.evenMore}</p> : <a href={whole}>{texts.search.more(title)}</a>)}
    </section>
  );
}

function ValueLink({ value, label, path, locale }: { value: FacetValue; label: string; path: string; locale: Locale }) {
  const { texts, href, number } = locale;
  return (
    <a
      href={href(path)}
      rel="nofollow"
      class={value.count === 0 ? "none" : undefined}
      aria-current={value.isChosen ? "true" : undefined}
    >
      {value.isChosen && <span class="visually-hidden">{texts.search.remove}: </span>}
      <FilterLabel label={label} /> <span class="count">{number(value.count)}</span>{" "}
      <span class="visually-hidden">{texts.search.counted(value.count)}</span>
    </a>
  );
}

function PeriodForm({ asked, locale }: Shown) {
  const texts = locale.texts.search;
  return (
    <form action="/search" class="facet" data-search>
      <h3>{texts.period}</h3>
      <div class="fields">
        <label>
          {texts.from}
          <input type="date" name="from" value={asked.from} />
        </label>
        <label>
          {texts.to}
          <input type="date" name="to" value={asked.to} />
        </label>
      </div>
      <HiddenFields fields={keptParameters(without(asked, "period"))} locale={locale} />
      <button type="submit" class="plain">
        {texts.apply}
      </button>
    </form>
  );
}

function BoxForm({ asked, locale }: Shown) {
  const texts = locale.texts.search;
  return (
    <form action="/search" id={BOX_FORM} class="facet" data-search>
      <h3>{texts.box}</h3>
      <label class="field">
        {texts.boxLabel}
        <input name="bbox" inputmode="text" placeholder="5,45,16,48" value={asked.bbox && boxText(asked.bbox)} />
      </label>
      <HiddenFields fields={keptParameters(without(asked, "bbox"))} locale={locale} />
      <button type="submit" class="plain">
        {texts.apply}
      </button>
    </form>
  );
}
