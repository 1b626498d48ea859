/** Official tests that the embedded engine fails although it supports what they need, with the reason. */
export const EXPECTED_FAILURES: Readonly<Record<string, string>> = {
  "search/110_field_collapsing.yml: field collapsing, inner_hits and seq_no":
    "inner hits refuse seq_no_primary_term, as searches do",
  "search/115_multiple_field_collapsing.yml: two levels fields collapsing": "inner hits refuse a collapse of their own",
};
