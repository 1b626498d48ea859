import { expect, test } from "vitest";
import { dataset } from "../../../test/dataset/datasets.ts";
import { record } from "../../../test/records.ts";
import { citationText } from "./citation.ts";

test("the provider's citation is verbatim", () => {
  const citation = "Example, A.  (2024):\n“Ozone”, <i>Jülich</i>";
  expect(citationText(dataset(record("a", { usage_information: { citation } })))).toBe(citation);
});

test("without one, it is made from creators, year, title, version, publisher and PID", () => {
  const { identification } = record("10.1000/7");
  const roles = [
    { role_code: ["author"], person: { first_name: "Ada", last_name: "Example" } },
    { role_code: ["author"], person: { last_name: "Plato" } },
  ];
  const uncited = record("10.1000/7", {
    identification: { ...identification, roles },
    usage_information: { citation: "" },
  });
  expect(citationText(dataset(uncited))).toBe(
    "Example, Ada; Plato (2024): Ozone at Jülich. Version 3. In-Situ. https://doi.org/10.1000/7",
  );
});
