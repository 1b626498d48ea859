import type { z } from "zod";

/** An event's type, the version of its shape, and its content. A change of shape is a new version and an upcaster. */
export interface Event<Type extends string, Version extends number, Data> {
  readonly type: Type;
  readonly schemaVersion: Version;
  readonly data: Data;
}

/** Events as deciders make them. The version is added when they are stored. */
export type Unversioned<Known extends Event<string, number, unknown>> = Known extends unknown
  ? Omit<Known, "schemaVersion">
  : never;

/** For each type, its newest version, which is the declared one, and a schema of what readers rely on. */
export type Shapes<Known extends Event<string, number, unknown>> = {
  readonly [Type in Known["type"]]: {
    readonly version: Extract<Known, { readonly type: Type }>["schemaVersion"];
    readonly data: z.ZodType;
  };
};
