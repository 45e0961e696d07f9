import { isDeepStrictEqual } from "node:util";
/** The DynamoDB conditions and update expressions that the product uses. Any other expression is an error. */
export type Row = Record<string, unknown>;
export type Names = Record<string, string> | undefined;
export type Values = Record<string, unknown> | undefined;

const TOKEN = /\s*(<>|<=|>=|[=<>(),+-]|[:#]?[A-Za-z_]\w*(?:\.#?[A-Za-z_]\w*)*)/y;

const read = new Map<string, readonly string[]>();

function tokensOf(source: string): string[] {
  const known = read.get(source);
  if (known) return [...known];
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const [, token] = TOKEN.exec(source) ?? [];
    if (token === undefined) throw new Error(`Unknown expression: ${source}`);
    tokens.push(token);
  }
  read.set(source, [...tokens]);
  return tokens;
}

type Side = string | number | null | undefined | boolean;

class Reader {
  readonly row: Row | undefined;
  readonly names: Names;
  readonly values: Values;
  tokens: string[];

  constructor(source: string, row: Row | undefined, names: Names, values: Values) {
    this.tokens = tokensOf(source);
    this.row = row;
    this.names = names;
    this.values = values;
  }

  peek(): string {
    return this.tokens[0] ?? "";
  }
  take(expected?: string): string {
    const token = this.tokens.shift();
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`Expected ${expected ?? "more"}, but found ${token ?? "the end"}`);
    return token;
  }
  name(token = this.take()): string {
    return token.includes("#")
      ? token
          .split(".")
          .map((part) => this.#named(part))
          .join(".")
      : token;
  }
  #named(part: string): string {
    const name = part.startsWith("#") ? this.names?.[part] : part;
    if (name === undefined) throw new Error(`The name ${part} is not defined`);
    return name;
  }
  operand(): Side {
    const token = this.take();
    if (token.startsWith(":")) {
      if (!(token in (this.values ?? {}))) throw new Error(`The value ${token} is not defined`);
      return this.values?.[token] as Side;
    }
    if (token === "if_not_exists") {
      this.take("(");
      const name = this.name();
      const held = name.includes(".") ? inside(this.row, name) : this.row?.[name];
      this.take(",");
      const otherwise = this.operand();
      this.take(")");
      return held === undefined ? otherwise : (held as Side);
    }
    if (token === "list_append") {
      this.take("(");
      const first = this.operand() as unknown as unknown[];
      this.take(",");
      const second = this.operand() as unknown as unknown[];
      this.take(")");
      return [...first, ...second] as unknown as Side;
    }
    const name = this.name(token);
    return (name.includes(".") ? inside(this.row, name) : this.row?.[name]) as Side;
  }

  or(): boolean {
    let held = this.and();
    while (this.peek() === "OR") {
      this.take();
      const next = this.and();
      held = held || next;
    }
    return held;
  }
  and(): boolean {
    let held = this.term();
    while (this.peek() === "AND") {
      this.take();
      const next = this.term();
      held = held && next;
    }
    return held;
  }
  term(): boolean {
    const token = this.peek();
    if (token === "(") {
      this.take();
      const held = this.or();
      this.take(")");
      return held;
    }
    if (token === "attribute_exists" || token === "attribute_not_exists") {
      this.take();
      this.take("(");
      const name = this.name();
      const isThere = this.row?.[name] !== undefined;
      this.take(")");
      return token === "attribute_exists" ? isThere : !isThere;
    }
    if (token === "begins_with") {
      this.take();
      this.take("(");
      const text = this.operand();
      this.take(",");
      const start = this.operand();
      this.take(")");
      return typeof text === "string" && text.startsWith(String(start));
    }
    return this.comparison();
  }
  comparison(): boolean {
    const left = this.operand();
    const sign = this.take();
    if (sign === "IN") {
      this.take("(");
      const among = [this.operand()];
      while (this.peek() === ",") {
        this.take();
        among.push(this.operand());
      }
      this.take(")");
      return among.includes(left);
    }
    if (sign === "BETWEEN") {
      const low = this.operand();
      this.take("AND");
      const high = this.operand();
      if (left == null || low == null || high == null) return false;
      return left >= low && left <= high;
    }
    const right = this.operand();
    // DynamoDB compares maps and lists by content.
    if (sign === "=") return isDeepStrictEqual(left, right);
    if (sign === "<>") return !isDeepStrictEqual(left, right);
    // Only values of the same type have an order. A missing attribute fails every comparison.
    if (typeof left !== typeof right || left == null || right == null) return false;
    if (sign === "<") return left < right;
    if (sign === "<=") return left <= right;
    if (sign === ">") return left > right;
    if (sign === ">=") return left >= right;
    throw new Error(`Unknown expression: ${sign}`);
  }

  sum(): unknown {
    let total = this.operand();
    while (this.peek() === "+" || this.peek() === "-") {
      const sign = this.take();
      const next = this.operand();
      if (typeof total !== "number" || typeof next !== "number")
        throw new Error(`${total} ${sign} ${next} is not a sum of numbers`);
      total = sign === "+" ? total + next : total - next;
    }
    return total;
  }
}

/** The value at a path such as `entitlement.active`. */
const inside = (row: Row | undefined, path: string): unknown =>
  path.split(".").reduce<unknown>((held, name) => (held as Row | undefined)?.[name], row);

export function holds(condition: string | undefined, row: Row | undefined, names: Names, values: Values) {
  if (condition === undefined) return true;
  const reader = new Reader(condition, row, names, values);
  const held = reader.or();
  if (reader.tokens.length > 0) throw new Error(`Unknown expression: ${reader.tokens.join(" ")}`);
  return held;
}

/** Sets an attribute, or an entry of a map such as `emailCode.tries`. */
function set(row: Row, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) row[name] = value;
  else row[name] = { ...(row[name] as Row), [rest.join(".")]: value };
}

/** The row after an update expression. Every part of the expression reads the row before the update. */
export function updated(expression: string, row: Row, names: Names, values: Values): Row {
  const after: Row = { ...row };
  const reader = new Reader(expression, row, names, values);
  while (reader.tokens.length > 0) {
    const section = reader.take();
    for (;;) {
      const name = reader.name();
      if (section === "SET") {
        reader.take("=");
        set(after, name, reader.sum());
      } else if (section === "ADD") after[name] = Number(row[name] ?? 0) + Number(reader.operand());
      else if (section === "REMOVE") delete after[name];
      else throw new Error(`Unknown expression: ${section}`);
      if (reader.peek() !== ",") break;
      reader.take();
    }
  }
  return after;
}
