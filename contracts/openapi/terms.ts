/** Who runs the service, where its terms stand, and the licence of values: an SPDX name or an address. */
export interface TermsSettings {
  readonly operator: string | undefined;
  readonly termsUrl: string | undefined;
  readonly dataLicence: string | undefined;
}

/** The terms under which the data may be used, in sentences. */
export function termsOfUse({ operator, termsUrl, dataLicence }: TermsSettings): readonly string[] {
  return [
    "The data may be combined with other data; it may not be modified.",
    `Everyone who uses it credits ${operator ?? "the operator of this service"}.`,
    ...(dataLicence === undefined ? [] : [`The licence of values is ${dataLicence}.`]),
    ...(termsUrl === undefined ? [] : [`The full terms: ${termsUrl}`]),
  ];
}
