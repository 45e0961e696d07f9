import { invalidParameter } from "../core/errors.ts";
import type { Raw, RawObject } from "./form.ts";

/** Reads a parameter. Returns undefined if it was not sent. @throws Stripe's error for a malformed value */
export type Field<T> = (raw: Raw | undefined, path: string) => T;
type Fields = Record<string, Field<unknown>>;
type ValueOf<F> = F extends Field<infer T> ? T : never;
export type Parsed<F extends Fields> = {
  [K in keyof F as undefined extends ValueOf<F[K]> ? never : K]: ValueOf<F[K]>;
} & { [K in keyof F as undefined extends ValueOf<F[K]> ? K : never]?: Exclude<ValueOf<F[K]>, undefined> };

const MAX_TEXT = 5000;

export const textUpTo =
  (max: number): Field<string | undefined> =>
  (raw, path) => {
    if (raw === undefined) return undefined;
    if (typeof raw !== "string")
      throw invalidParameter("Invalid string: an object was sent where a string belongs", { param: path });
    if (raw === "") {
      throw invalidParameter(
        `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
        { code: "parameter_invalid_empty", param: path },
      );
    }
    if (raw.length > max) {
      throw invalidParameter(`Invalid string: must be at most ${max} characters`, {
        code: "parameter_invalid_string_empty",
        param: path,
      });
    }
    return raw;
  };

export const text = textUpTo(MAX_TEXT);

export const integer: Field<number | undefined> = (raw, path) => {
  if (raw === undefined) return undefined;
  if (typeof raw !== "string" || !/^-?\d{1,15}$/.test(raw)) {
    throw invalidParameter(`Invalid integer: ${typeof raw === "string" ? raw : "{...}"}`, {
      code: "parameter_invalid_integer",
      param: path,
    });
  }
  return Number(raw);
};

export function integerFrom(least: number, most = Number.MAX_SAFE_INTEGER): Field<number | undefined> {
  return (raw, path) => {
    const value = integer(raw, path);
    if (value === undefined) return undefined;
    if (value < least) {
      throw invalidParameter(
        least === 1
          ? "This value must be greater than or equal to 1."
          : `This value must be greater than or equal to ${least}.`,
        {
          code: "parameter_invalid_integer",
          param: path,
        },
      );
    }
    if (value > most)
      throw invalidParameter(
        `This value must be less than or equal to ${most} (it currently is '${value}').`,
        { param: path },
      );
    return value;
  };
}

export const decimal: Field<number | undefined> = (raw, path) => {
  if (raw === undefined) return undefined;
  if (typeof raw !== "string" || !/^-?\d+(\.\d+)?$/.test(raw))
    throw invalidParameter(`Invalid decimal: ${String(raw)}`, { param: path });
  return Number(raw);
};

export const flag: Field<boolean | undefined> = (raw, path) => {
  if (raw === undefined) return undefined;
  if (raw === "true") return true;
  if (raw === "false") return false;
  throw invalidParameter(`Invalid boolean: ${typeof raw === "string" ? raw : "{...}"}`, { param: path });
};

export function oneOf<const T extends string>(...values: T[]): Field<T | undefined> {
  return (raw, path) => {
    if (raw === undefined) return undefined;
    const found = values.find((value) => value === raw);
    if (found !== undefined) return found;
    throw invalidParameter(`Invalid ${path}: must be ${spoken(values)}`, { param: path });
  };
}

/** Three letters, converted to lower case. */
export const currency: Field<string | undefined> = (raw, path) => {
  const value = text(raw, path)?.toLowerCase();
  if (value !== undefined && !/^[a-z]{3}$/.test(value))
    throw invalidParameter(`Invalid currency: ${value}.`, { param: path });
  return value;
};

export const email: Field<string | undefined> = (raw, path) => {
  const value = text(raw, path);
  if (value !== undefined && !/^[^\s@]+@[^\s@]+$/.test(value)) {
    throw invalidParameter(`Invalid email address: ${value}`, { code: "email_invalid", param: path });
  }
  return value;
};

export const webAddress: Field<string | undefined> = (raw, path) => {
  const value = text(raw, path);
  if (value !== undefined && !/^https?:\/\/[^\s/]+/.test(value)) {
    throw invalidParameter("Not a valid URL", { code: "url_invalid", param: path });
  }
  return value;
};

/** An empty text removes the value. */
export function clearable<T>(field: Field<T | undefined>): Field<T | null | undefined> {
  return (raw, path) => (raw === "" ? null : field(raw, path));
}

export function required<T>(field: Field<T>): Field<NonNullable<T>> {
  return (raw, path) => {
    const value = field(raw, path);
    if (value === undefined || value === null) {
      throw invalidParameter(`Missing required param: ${path}.`, { code: "parameter_missing", param: path });
    }
    return value;
  };
}

export function list<T>(field: Field<T>): Field<NonNullable<T>[] | undefined> {
  return (raw, path) => {
    if (raw === undefined) return undefined;
    if (typeof raw === "string") {
      if (raw === "") return [];
      throw invalidParameter("Invalid array", { param: path });
    }
    const entries = Object.keys(raw).sort((a, b) => Number(a) - Number(b));
    return entries.map((key) => required(field)(raw[key], `${path}[${key}]`));
  };
}

export function shape<F extends Fields>(fields: F): Field<Parsed<F> | undefined> {
  return (raw, path) => {
    if (raw === undefined) return undefined;
    if (typeof raw === "string") throw invalidParameter("Invalid object", { param: path });
    return readFields(fields, raw, path);
  };
}

/** Texts by name. An empty text removes the name. */
export const metadata: Field<Record<string, string> | null | undefined> = (raw, path) => {
  if (raw === undefined) return undefined;
  if (raw === "") return null;
  if (typeof raw === "string") throw invalidParameter("Invalid object", { param: path });
  const names = Object.keys(raw);
  if (names.length > 50) throw invalidParameter("Metadata can have at most 50 keys.", { param: path });
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = raw[name];
    if (typeof value !== "string")
      throw invalidParameter(
        `Metadata values must be strings, but for key '${name}' you passed in a value of type hash.`,
        { param: `${path}[${name}]` },
      );
    if (name.length > 40)
      throw invalidParameter(
        `Metadata keys can have up to 40 characters, you passed in a key that is ${name.length} characters. Invalid key: ${name}`,
        { param: path },
      );
    if (value.length > 500)
      throw invalidParameter(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        { param: `${path}[${name}]` },
      );
    found[name] = value;
  }
  return found;
};

export const address = shape({
  city: clearable(text),
  country: clearable(text),
  line1: clearable(text),
  line2: clearable(text),
  postal_code: clearable(text),
  state: clearable(text),
});

export const shipping = shape({
  address: required(address),
  carrier: text,
  name: required(text),
  phone: text,
  tracking_number: text,
});

/** Reads the value with `object` if an object was sent, else with `plain`. */
export function either<A, B>(plain: Field<A>, object: Field<B>): Field<A | B> {
  return (raw, path) => (typeof raw === "object" ? object(raw, path) : plain(raw, path));
}

/** `created=…` or `created[gte]=…`. */
export const range = either(integer, shape({ gt: integer, gte: integer, lt: integer, lte: integer }));

export const paging = { limit: integerFrom(1, 100), starting_after: text, ending_before: text };

export function readFields<F extends Fields>(fields: F, raw: RawObject, path = ""): Parsed<F> {
  const at = (name: string) => (path === "" ? name : `${path}[${name}]`);
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(fields, name)) {
      throw invalidParameter(`Received unknown parameter: ${at(name)}`, {
        code: "parameter_unknown",
        param: at(name),
      });
    }
  }
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = field(raw[name], at(name));
    if (value !== undefined) found[name] = value;
  }
  // The fields above read each name, so the type matches.
  return found as Parsed<F>;
}

function spoken(values: readonly string[]): string {
  if (values.length === 1) return values[0] ?? "";
  if (values.length === 2) return values.join(" or ");
  return `one of ${values.slice(0, -1).join(", ")}, or ${values.at(-1)}`;
}
