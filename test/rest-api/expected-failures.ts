/** Official tests that the embedded engine fails although it supports what they need, with the reason. */
export const EXPECTED_FAILURES: Readonly<Record<string, string>> = {};
