import type { Request } from "express";

/**
 * The media type among these that the client prefers, the first of them where it has no preference; undefined where it accepts
 * none. Clients may name the encoding, as answers do.
 */
export function acceptedType<Type extends string>(request: Request, types: readonly Type[]): Type | undefined {
  const offered = types.flatMap((type) => [type, `${type}; charset=utf-8`]);
  const [accepted] = String(request.accepts(offered)).split(";");
  return types.find((type) => type === accepted);
}
