import type { z } from "zod";

/** A fact: its type, the version of its shape, and its content. A new shape is a new version and an upcaster. */
export interface Event<Type extends string, Version extends number, Data> {
  readonly type: Type;
  readonly schemaVersion: Version;
  readonly data: Data;
}

/** Events as they are decided: whoever stores them adds the version. */
export type Unversioned<Known extends Event<string, number, unknown>> = Known extends unknown
  ? Omit<Known, "schemaVersion">
  : never;

/** For each type the version that it has now, and what readers of its content rely on. */
export type Shapes<Known extends Event<string, number, unknown>> = Readonly<
  Record<Known["type"], { readonly version: number; readonly data: z.ZodType }>
>;
