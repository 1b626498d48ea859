import type { z } from "zod";

/** An event's type, the version of its shape, and its content. A new shape is a new version and an upcaster. */
export interface Event<Type extends string, Version extends number, Data> {
  readonly type: Type;
  readonly schemaVersion: Version;
  readonly data: Data;
}

/** Events as they are decided: whoever stores them adds the version. */
export type Unversioned<Known extends Event<string, number, unknown>> = Known extends unknown
  ? Omit<Known, "schemaVersion">
  : never;

/** For each type its newest version, which is the one that the type declares, and what readers of its content rely on. */
export type Shapes<Known extends Event<string, number, unknown>> = {
  readonly [Type in Known["type"]]: {
    readonly version: Extract<Known, { readonly type: Type }>["schemaVersion"];
    readonly data: z.ZodType;
  };
};
