import type { World } from "../core/world.ts";
import type { RawObject } from "./form.ts";
import { type Field, list, type Parsed, readFields, text } from "./params.ts";

type Fields = Record<string, Field<unknown>>;

/** The request as an operation sees it: `id` and `nested` are the ids in its address, in that order. */
export type Call<P> = { world: World; params: P; id: string; nested: string };

/** One call of the API, ready to be put behind its address. */
export type Operation = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** As the SDK names it: `customers.create`. */
  name: string;
  run(
    world: World,
    raw: RawObject,
    ids: { id: string; nested: string },
  ): { answer: object; expand: string[] };
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
      run(world, raw, ids) {
        const { expand, ...rest } = raw;
        const paths = expand === undefined ? [] : (list(text)(expand, "expand") ?? []);
        const params = readFields<F & Fields>(fields, rest);
        return { answer: run({ world, params, ...ids }), expand: paths };
      },
    };
  };
}

function methodOf(word: string): Operation["method"] {
  return word === "GET" || word === "DELETE" ? word : "POST";
}
