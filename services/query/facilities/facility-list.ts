import { PreparedContent } from "../http/prepared-content.ts";

/** A facility as the view keeps it: its identifier and its JSON. */
export interface FacilityRow {
  readonly identifier: string;
  readonly document: string;
}

/** The registry as it is served at one moment: one text for the whole list, compressed once. */
export class FacilityList {
  readonly content: PreparedContent;
  readonly #documents: ReadonlyMap<string, string>;

  /** Rows in the order in which they are listed. */
  constructor(rows: readonly FacilityRow[]) {
    this.#documents = new Map(rows.map(({ identifier, document }) => [identifier, document]));
    const json = `[${rows.map(({ document }) => document).join(",")}]`;
    this.content = new PreparedContent(json, "application/json; charset=utf-8");
  }

  /** One facility's JSON. */
  document(identifier: string): string | undefined {
    return this.#documents.get(identifier);
  }
}
