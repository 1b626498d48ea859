import type { Random } from "./corpus.ts";
import { randomBoost } from "./random-boosts.ts";

/** Random clauses around other clauses. */

type Json = Record<string, unknown>;

/** Parts of random clauses that other modules make. */
export interface ClauseIngredients {
  query(): Json;
  date(): string;
  place(): readonly [number, number];
  readonly keywordFields: readonly string[];
  readonly dateFields: readonly string[];
  readonly numberField: string;
}

export function randomCompound(r: Random, ingredients: ClauseIngredients): Json {
  const boost = r.chance(0.3) ? { boost: randomBoost(r) } : {};
  const { query } = ingredients;
  switch (r.below(4)) {
    case 0: {
      const tie = r.chance(0.6) ? { tie_breaker: r.pick([0, 0.3, 0.75, 1]) } : {};
      return { dis_max: { queries: Array.from({ length: 1 + r.below(3) }, query), ...tie, ...boost } };
    }
    case 1:
      return {
        boosting: { positive: query(), negative: query(), negative_boost: r.pick([0, 0.2, 0.5, 1, 1.7]), ...boost },
      };
    default:
      return { function_score: { ...functionScore(r, ingredients), ...boost } };
  }
}

function functionScore(r: Random, ingredients: ClauseIngredients): Json {
  const functions = r.chance(0.3)
    ? randomFunction(r, ingredients)
    : {
        functions: Array.from({ length: r.below(4) }, () => ({
          ...(r.chance(0.3) ? { weight: r.pick([0.2, 1, 3]) } : randomFunction(r, ingredients)),
          ...(r.chance(0.5) ? { filter: ingredients.query() } : {}),
        })),
      };
  return {
    query: ingredients.query(),
    ...functions,
    ...(r.chance(0.6) ? { score_mode: r.pick(["first", "avg", "max", "sum", "min", "multiply"]) } : {}),
    ...(r.chance(0.6) ? { boost_mode: r.pick(["multiply", "replace", "sum", "avg", "min", "max"]) } : {}),
    ...(r.chance(0.2) ? { max_boost: r.pick([0.5, 2]) } : {}),
    ...(r.chance(0.2) ? { min_score: r.pick([0.1, 0.7, 2]) } : {}),
  };
}

function randomFunction(r: Random, ingredients: ClauseIngredients): Json {
  const { keywordFields, dateFields, numberField } = ingredients;
  const mode = r.chance(0.4) ? { multi_value_mode: r.pick(["min", "max", "avg", "sum", "median"]) } : {};
  const decay = r.chance(0.5) ? { decay: r.pick([0.1, 0.33, 0.9]) } : {};
  const kind = r.pick(["gauss", "exp", "linear"]);
  switch (r.below(5)) {
    case 0:
      return { random_score: { seed: r.below(1000), field: r.pick([...keywordFields, numberField, ...dateFields]) } };
    case 1: {
      const modifier = r.pick(["log1p", "ln2p", "square", "sqrt", "none"]);
      return { field_value_factor: { field: "facility.active", missing: 2, modifier, factor: 1 + r.below(3) } };
    }
    case 2: {
      const parameters = { origin: r.below(100_000), scale: 1 + r.below(90_000), offset: r.below(1000), ...decay };
      return { [kind]: { [numberField]: parameters, ...mode } };
    }
    case 3: {
      const parameters = { origin: ingredients.date(), scale: `${1 + r.below(4000)}d`, ...decay };
      return { [kind]: { [r.pick(dateFields)]: parameters, ...mode } };
    }
    default: {
      const parameters = { origin: ingredients.place(), scale: `${1 + r.below(3000)}km`, offset: "5km", ...decay };
      return { [kind]: { "facility.location": parameters } };
    }
  }
}
