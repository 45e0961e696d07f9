import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { typeOf } from "../../scripts/judge/stripeTypes.ts";

test("whatever Stripe's sandbox answers with has a type of the SDK, by which its answers are judged", () => {
  const objects = globSync("packages/stripe-sandbox/src/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bobject: "([^"]+)"/g)].map(([, name]) => name),
  );
  expect(objects).toContain("search_result");
  for (const object of objects) expect(() => typeOf({ object, data: [] })).not.toThrow();
});
