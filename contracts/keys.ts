/** The names of a declaration's members, in their order. */
export function keysOf<Key extends string>(declaration: Readonly<Record<Key, unknown>>): readonly Key[] {
  // `Object.keys` can't know that an object has no members besides those of its type. A declaration has none.
  return Object.keys(declaration) as Key[];
}
