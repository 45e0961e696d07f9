import type { World } from "../core/world.ts";
import type { RawObject } from "./form.ts";
import { type Field, list, type Parsed, readFields, text } from "./params.ts";
import { hasParameter, inTodaysWords } from "./versions.ts";

type Fields = Record<string, Field<unknown>>;

/** What of a request is not a parameter. */
type Asked = {
  /** The ids in its address, in that order. */
  id: string;
  nested: string;
  /** The connected account that it is made for (`Stripe-Account`); undefined for our own. */
  account: string | undefined;
  /** The API version that the request is written for. */
  version: string;
};

/** The request as an operation sees it. `earlier`: parameters that only older versions have. */
export type Call<P, O> = Asked & { world: World; params: P; earlier: O | undefined };

/** One call of the API, ready to be put behind its address. */
export type Operation = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** As the SDK names it: `customers.create`. */
  name: string;
  /** It knows what to do for a connected account; any other is refused for one. */
  forAccounts?: true;
  /** Stripe's own pages use it, and no documentation has it. */
  unpublished?: true;
  run(world: World, raw: RawObject, asked: Asked): { answer: object; expand: string[] };
};

/**
 * Describes an operation. `Allowed` is the SDK's type of its parameters: a field that Stripe does not take
 * does not compile. What Stripe takes and the sandbox does not is answered as unknown. `older` are fields
 * that only older versions have; versions.ts says which.
 */
export function operation<Allowed>() {
  return <
    F extends { [K in keyof F]: K extends keyof Allowed ? Field<unknown> : never },
    O extends Fields = Record<never, never>,
  >(
    name: string,
    route: `${"GET" | "POST" | "DELETE"} /v1/${string}`,
    fields: F & Fields,
    run: (call: Call<Parsed<F & Fields>, Parsed<O>>) => object,
    older?: O,
  ): Operation => {
    const space = route.indexOf(" ");
    return {
      method: methodOf(route.slice(0, space)),
      path: route.slice(space + 1),
      name,
      run(world, raw, asked) {
        const { expand, ...rest } = raw;
        const paths = expand === undefined ? [] : (list(text)(expand, "expand") ?? []);
        const said = inTodaysWords(name, rest, asked.version, world);
        const [today, past] = byAge(said, older, (param) => hasParameter(name, param, asked.version));
        const params = readFields<F & Fields>(fields, today);
        const earlier = older && readFields(older, past);
        return { answer: run({ ...asked, world, params, earlier }), expand: paths };
      },
    };
  };
}

/** Takes out the parameters that only older versions have, where the request's version still has them. */
function byAge(
  raw: RawObject,
  older: Fields | undefined,
  has: (param: string) => boolean,
): [RawObject, RawObject] {
  const today = { ...raw };
  const past: RawObject = {};
  for (const param of Object.keys(older ?? {}).filter(has)) {
    const value = today[param];
    if (value !== undefined) past[param] = value;
    delete today[param];
  }
  return [today, past];
}

function methodOf(word: string): Operation["method"] {
  return word === "GET" || word === "DELETE" ? word : "POST";
}
