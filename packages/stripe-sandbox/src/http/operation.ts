import type { World } from "../core/world.ts";
import type { RawObject } from "./form.ts";
import { type Field, list, type Parsed, readFields, text } from "./params.ts";

type Fields = Record<string, Field<unknown>>;

/** The parts of a request besides its parameters. */
type Asked = {
  /** The ids in the address, in order. */
  id: string;
  nested: string;
  /** The request's connected account (`Stripe-Account`); undefined for the platform itself. */
  account: string | undefined;
};

export type Call<P> = Asked & { world: World; params: P };

export type Operation = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Named like the SDK's: `customers.create`. */
  name: string;
  /** Whether the call supports connected accounts. Other calls refuse the header `Stripe-Account`. */
  forAccounts?: true;
  run(world: World, raw: RawObject, asked: Asked): { answer: object; expand: string[] };
};

/**
 * Describes an operation. `Allowed` is the SDK's type of its parameters, so that a field that Stripe lacks does not
 * compile. A parameter that the sandbox lacks is refused as unknown.
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
