/** Makes a thing when it is first asked for, and keeps it: loading the module does not wait for it. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The same for each key. */
export function onceEach<K, T extends object | boolean>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    const thing = made.get(key) ?? make(key);
    made.set(key, thing);
    return thing;
  };
}
