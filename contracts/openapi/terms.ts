/** Who runs the service and where its terms stand. */
export interface TermsSettings {
  readonly operator: string | undefined;
  readonly termsUrl: string | undefined;
}

/** The terms under which the data may be used, in sentences. */
export function termsOfUse({ operator, termsUrl }: TermsSettings): readonly string[] {
  return [
    "The data may be combined with other data; it may not be modified.",
    `Everyone who uses it credits ${operator ?? "the operator of this service"}.`,
    ...(termsUrl === undefined ? [] : [`The full terms: ${termsUrl}`]),
  ];
}
