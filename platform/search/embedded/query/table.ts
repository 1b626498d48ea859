import type { QueryKind } from "./kind.ts";

/** Every kind of clause that can be searched by. */
export const queryKinds: ReadonlyMap<string, QueryKind> = new Map(([] as QueryKind[]).map((kind) => [kind.name, kind]));
