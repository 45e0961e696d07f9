type Named = { method: string; path: string; name: string };

/** Finds a call's name, which faults use: `POST /v1/customers` → `customers.create`. */
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
