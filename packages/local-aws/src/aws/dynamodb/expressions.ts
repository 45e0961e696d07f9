const WORDS = new Set(["and", "or", "not", "between", "in", "set", "remove", "add", "delete"]);
const TOKEN = /:[\w.-]+|[#A-Za-z_][\w.#[\]-]*|<>|<=|>=|[=<>(),+-]/g;

type Names = Readonly<Record<string, string>>;

function tokens(expression: string): string[] {
  return expression.match(TOKEN) ?? [];
}

/** The top-level attribute of a path such as `#profile.emails[0]`. */
function attribute(path: string, names: Names): string {
  const first = path.split(/[.[]/, 1)[0] ?? path;
  return names[first] ?? first;
}

export function attributesOf(expression: string, names: Names): string[] {
  const found = tokens(expression);
  const paths = found.filter(
    (token, index) =>
      /^[#A-Za-z_]/.test(token) && !WORDS.has(token.toLowerCase()) && found[index + 1] !== "(",
  );
  return [...new Set(paths.map((path) => attribute(path, names)))];
}

/** The placeholder for the partition key in a key condition: `#pk = :id` → `:id`. */
export function partitionPlaceholder(expression: string, names: Names, hash: string): string | undefined {
  const found = tokens(expression);
  const isHash = (token: string | undefined) =>
    token !== undefined && /^[#A-Za-z_]/.test(token) && attribute(token, names) === hash;
  for (const [index, token] of found.entries()) {
    if (token !== "=") continue;
    const before = found[index - 1];
    const after = found[index + 1];
    if (isHash(before) && after?.startsWith(":")) return after;
    if (isHash(after) && before?.startsWith(":")) return before;
  }
  return undefined;
}
