/** Makes a thing when it is first asked for, and keeps it. Loading a module, or a cold start, does not wait for it. */
export function once<T>(make: () => T): () => T {
  let made: { thing: T } | undefined;
  return () => {
    made ??= { thing: make() };
    return made.thing;
  };
}
