/** Copies plain objects and arrays, such as rows. It is much faster than structuredClone. */
export function copied<T>(value: T): T {
  return copy(value, false) as T;
}

/** Copies and freezes. Frozen rows can be read again without a copy, and code that tries to change them throws. */
export function frozen<T>(value: T): T {
  return copy(value, true) as T;
}

function copy(value: unknown, freezes: boolean): unknown {
  if (typeof value !== "object" || value === null || (freezes && Object.isFrozen(value))) return value;
  const after = Array.isArray(value) ? value.map((one) => copy(one, freezes)) : copiedObject(value, freezes);
  return freezes ? Object.freeze(after) : after;
}

function copiedObject(value: object, freezes: boolean): object {
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  const after: Record<string, unknown> = {};
  for (const [name, held] of Object.entries(value)) after[name] = copy(held, freezes);
  return after;
}
