import type { World } from "../core/world.ts";
import type { RawObject } from "./form.ts";
import { type Field, list, type Parsed, readFields, text } from "./params.ts";

type Fields = Record<string, Field<unknown>>;

/** What of a request is not a parameter. */
type Asked = {
  /** The ids in its address, in that order. */
  id: string;
  nested: string;
  /** The connected account that it is made for (`Stripe-Account`); undefined for our own. */
  account: string | undefined;
};

/** The request as an operation sees it. */
export type Call<P> = Asked & { world: World; params: P };

/** One call of the API, ready to be put behind its address. */
export type Operation = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** As the SDK names it: `customers.create`. */
  name: string;
  /** It knows what to do for a connected account; any other is refused for one. */
  forAccounts?: true;
  run(world: World, raw: RawObject, asked: Asked): { answer: object; expand: string[] };
};

/**
 * Describes an operation. `Allowed` is the SDK's type of its parameters: a field that Stripe does not take
 * does not compile. What Stripe takes and the sandbox does not is answered as unknown.
 */
export function operation<Allowed>() {
  return <F extends { [K in keyof F]: K extends keyof Allowed ? Field<unknown> : never }>(
    name: string,
    route: `${"GET" | "POST" | "DELETE"} /v1/${string}`,
    fields: F & Fields,
    run: (call: Call<Parsed<F & Fields>>) => object,
  ): Operation => {
    const space = route.indexOf(" ");
    return {
      method: methodOf(route.slice(0, space)),
      path: route.slice(space + 1),
      name,
      run(world, raw, asked) {
        const { expand, ...rest } = raw;
        const paths = expand === undefined ? [] : (list(text)(expand, "expand") ?? []);
        return {
          answer: run({ ...asked, world, params: readFields<F & Fields>(fields, rest) }),
          expand: paths,
        };
      },
    };
  };
}

function methodOf(word: string): Operation["method"] {
  return word === "GET" || word === "DELETE" ? word : "POST";
}
