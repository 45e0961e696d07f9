import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { Raw, RawObject } from "./form.ts";

/** A request and its answer, with invented ids: what a judge of the sandbox needs to know. */
export type Exchange = {
  method: string;
  /** With its parameters' names: `/v1/customers/:id`. */
  route: string;
  /** The Stripe-Version header; null when the request had none. */
  version: string | null;
  params: RawObject;
  status: number;
  /** The answer's JSON. */
  answer: unknown;
};

export type Recorder = (exchange: Exchange) => void;

/** Shapes of requests and facts about answers that this process has written already, by folder. */
const recorders = new Map<string, Recorder>();

/**
 * Writes each exchange whose request has a new shape, or whose answer shows a new field, type or word, as a line of
 * JSON. Every process writes a separate file into the folder, so that test runs need no lock.
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

/** Tells whether an exchange shows something that those before it did not. */
export function makeIsNew(): (exchange: Exchange) => boolean {
  const seen = new Set<string>();
  const add = (fact: string): boolean => {
    if (seen.has(fact)) return false;
    seen.add(fact);
    return true;
  };
  return (exchange) => {
    const at = `${exchange.status} ${exchange.method} ${exchange.route}`;
    // All facts are noted: `some` would stop at the first.
    const news = factsOf(exchange.answer).filter((fact) => add(`${at} ${fact}`));
    return add(`${exchange.status} ${shapeOf(exchange)}`) || news.length > 0;
  };
}

/** Requests of the same shape differ only in values that any judge treats alike. */
export function shapeOf({ method, route, version, params }: Exchange): string {
  return `${method} ${route} ${version} ${[...new Set(factsOf(params))].sort().join(" ")}`;
}

/** Each field's path with its type, or with its word where it may be one of an enumeration. */
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

/** `cus_Nq8aYx…` → `cus_x`. The prefix stays, since it tells the kind. */
const ID = /\b([a-z]{2,8})_(?:test_)?(?=[A-Za-z]*\d|[a-z\d]*[A-Z])[A-Za-z0-9]{14,}\b/g;
const withoutIds = (json: string): string => json.replace(ID, "$1_x");

/** As Stripe's SDK encodes parameters: `items[0][price]=…`. */
export function encodeForm(params: RawObject): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: Raw): void => {
    if (typeof value === "string") form.append(name, value);
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}
