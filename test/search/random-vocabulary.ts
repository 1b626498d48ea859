/** Words, fields and values of the corpus that random bodies are made of. */

export const words = [
  "cloud",
  "radar",
  "ozone",
  "ice",
  "water",
  "content",
  "jülich",
  "granada",
  "measured",
  "vertical",
  "profiles",
  "of",
  "the",
  "aerosol",
  "particle",
  "quality",
  "data",
  "PM2.5",
  "naïve",
  "it's",
  "3.14",
  "nowhere",
];
/** Java's patterns of numbers. */
export const numberFormats = [
  ...["0.00", "#,##0.#", "0.0##E0", "00%", "#.0", "0;(0)", "#,##0.00;(#,##0.00)", "'#'0", "0‰", "00.00E00"],
  ...["#", "00000", "##0.##E0", "it''s 0", "¤0"],
];
export const textFields = [
  "identification.title",
  "identification.abstract",
  "facility.name",
  "variables.variable_name",
  "usage_information.citation",
];
export const keywordFields = [
  "facility.identifier.keyword",
  "dataset_metadata.repository.repository_id.keyword",
  "product_type.keyword",
  "variables.variable_matrix.keyword",
  "variables.variable_name.keyword",
  "facility.name.keyword",
  "identification.identifier.pid_type.keyword",
];
export const keywordValues = [
  "0lym",
  "5qss",
  "56kt",
  "aa01",
  "aa05",
  "CLU",
  "ARES",
  "In-Situ",
  "model",
  "observation",
  "PM10",
  "PM2.5",
  "gas phase",
  "drizzle",
  "Jülich",
  "Ähtäri",
  "ePIC",
  "DOI",
];
