type Named = { method: string; path: string; name: string };

/**
 * Returns a function that maps a call to its operation's name: `POST /v1/customers` to `customers.create`. Faults name
 * calls this way.
 */
export function operationNames(operations: readonly Named[]): (method: string, path: string) => string {
  const compiled = operations
    .map(({ method, path, name }) => ({
      method,
      name,
      fixed: path.split("/").filter((segment) => !segment.startsWith(":")).length,
      pattern: new RegExp(`^${path.replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`),
    }))
    .sort((one, other) => other.fixed - one.fixed);
  return (method, path) =>
    compiled.find((one) => one.method === method && one.pattern.test(path))?.name ?? `${method} ${path}`;
}
