import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { Raw, RawObject } from "./form.ts";

/** A request and its answer with replaced ids, for programs that check the sandbox. */
export type Exchange = {
  method: string;
  /** With names of parameters: `/v1/customers/:id`. */
  route: string;
  /** The Stripe-Version header; null when the request had none. */
  version: string | null;
  params: RawObject;
  status: number;
  answer: unknown;
};

export type Recorder = (exchange: Exchange) => void;

/** One recorder per folder, which knows what this process has written. */
const recorders = new Map<string, Recorder>();

/**
 * Writes an exchange as a line of JSON if its request has a new shape or its answer a new field, type or word. Each
 * process has its own file, so that test runs need no lock.
 */
export function recordInto(folder: string): Recorder {
  const known = recorders.get(folder);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${randomUUID()}.jsonl`);
  const isNew = makeIsNew();
  const recorder: Recorder = (exchange) => {
    if (isNew(exchange)) appendFileSync(file, `${withoutIds(JSON.stringify(exchange))}\n`);
  };
  recorders.set(folder, recorder);
  return recorder;
}

export function makeIsNew(): (exchange: Exchange) => boolean {
  const seen = new Set<string>();
  const add = (fact: string): boolean => {
    if (seen.has(fact)) return false;
    seen.add(fact);
    return true;
  };
  return (exchange) => {
    const at = `${exchange.status} ${exchange.method} ${exchange.route}`;
    // `some` would stop at the first new fact, but every fact must be stored.
    const news = factsOf(exchange.answer).filter((fact) => add(`${at} ${fact}`));
    return add(`${exchange.status} ${shapeOf(exchange)}`) || news.length > 0;
  };
}

/** Requests of the same shape differ only in values, so checking one request of a shape is enough. */
export function shapeOf({ method, route, version, params }: Exchange): string {
  return `${method} ${route} ${version} ${[...new Set(factsOf(params))].sort().join(" ")}`;
}

/** Each field's path with its type, or with its value if it looks like a word of an enumeration. */
function factsOf(value: unknown, at = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => factsOf(entry, `${at}[]`));
  if (typeof value !== "object" || value === null) return [`${at}:${kindOf(value)}`];
  if (at.endsWith(".metadata")) return [`${at}:metadata`];
  return Object.entries(value).flatMap(([key, entry]) =>
    factsOf(entry, /^\d+$/.test(key) ? `${at}[]` : `${at}.${key}`),
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "string") return typeof value;
  if (value === "") return "empty";
  return /^[a-z]+(?:_[a-z]+)*$/.test(value) ? value : "string";
}

/** `cus_Nq8aYx…` → `cus_x`. The prefix names the kind. */
const ID = /\b([a-z]{2,8})_(?:test_)?(?=[A-Za-z]*\d|[a-z\d]*[A-Z])[A-Za-z0-9]{14,}\b/g;
const withoutIds = (json: string): string => json.replace(ID, "$1_x");

/** Encodes parameters like Stripe's SDK: `items[0][price]=…`. */
export function encodeForm(params: RawObject): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: Raw): void => {
    if (typeof value === "string") form.append(name, value);
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}
