import { expect, test } from "vitest";
import * as z from "zod/mini";
import { Limit, Offset } from "#shared/listing.ts";

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

test.each(["0", "25", 25])("an offset may be %j", (value) => {
  expect(z.parse(Offset, value)).toBe(Number(value));
});

test.each(["", " ", "x", "1.5", "-1", "1001", true, null])("an offset may not be %j", (value) => {
  expect(accepts(Offset, value)).toBe(false);
});

test("missing fields get their defaults, and an empty text is not a missing field", () => {
  expect([z.parse(Limit, undefined), z.parse(Offset, undefined)]).toEqual([25, 0]);
  expect(accepts(Limit, "")).toBe(false);
});
