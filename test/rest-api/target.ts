/** Something that answers calls of the REST API, each named as its specification names it, such as `indices.create`. */
export interface Target {
  /** @throws Unsupported */
  call(api: string, parameters: Readonly<Record<string, unknown>>): Promise<RestAnswer>;
  close(): Promise<void>;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A test needs a feature that this target lacks, apart from searches. The message names it. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}

/** The lines of a bulk request: given as text, or as a list of objects and texts. */
export function bulkLines(body: unknown): readonly unknown[] {
  const pieces = Array.isArray(body) ? body : [body];
  return pieces.flatMap((piece) =>
    typeof piece === "string"
      ? piece
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line): unknown => JSON.parse(line))
      : [piece],
  );
}
