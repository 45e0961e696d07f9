/** Stripe's form encoding: `a[b][0][c]=x`. Lists are objects with numeric keys until a schema reads them. */
export type Raw = string | RawObject;
export type RawObject = { [key: string]: Raw };

export function decodeForm(text: string): RawObject {
  const root = bare();
  for (const [name, value] of new URLSearchParams(text)) place(root, keysOf(name), value);
  return root;
}

/** `a[b][]` → a, b, "" */
function keysOf(name: string): string[] {
  const open = name.indexOf("[");
  if (open < 0) return [name];
  const inner = name.slice(open + 1).replace(/\]$/, "");
  return [name.slice(0, open), ...inner.split("][")];
}

function place(root: RawObject, keys: string[], value: string): void {
  let here = root;
  keys.forEach((key, depth) => {
    const name = key === "" ? String(Object.keys(here).length) : key;
    if (depth === keys.length - 1) {
      here[name] = value;
      return;
    }
    const inside = here[name];
    const next = typeof inside === "object" ? inside : bare();
    here[name] = next;
    here = next;
  });
}

/** Without a prototype, because a parameter may be called `constructor`. */
function bare(): RawObject {
  return Object.create(null);
}

/** The same text for the same parameters in any order. */
export function canonical(raw: Raw): string {
  if (typeof raw === "string") return JSON.stringify(raw);
  const parts = Object.keys(raw)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(raw[key] ?? "")}`);
  return `{${parts.join(",")}}`;
}
