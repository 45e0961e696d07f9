import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { typeOf } from "../../scripts/judge/stripeTypes.ts";

test("every object in the sandbox's answers has a type of Stripe's SDK", () => {
  const objects = globSync("packages/stripe-sandbox/src/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bobject: "([^"]+)"/g)].map(([, name]) => name),
  );
  expect(objects).toContain("search_result");
  for (const object of objects) expect(() => typeOf({ object, data: [] })).not.toThrow();
});
