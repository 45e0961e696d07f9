import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readCursor, writeCursor } from "../../../functions/platform/cursor.ts";

const Position = z.object({ pk: z.string(), sk: z.string(), userId: z.string() });
const PLACE = { pk: "key", sk: "license", userId: "ann" };

const read = (place: Record<string, unknown>, position: z.ZodMiniType<Record<string, unknown>> = Position) =>
  readCursor(writeCursor(place) ?? "", position, ({ userId }) => userId === "ann");

test("where a page ended is read as it was written", () => {
  expect(read(PLACE)).toEqual(PLACE);
  expect(read({ ...PLACE, sk: "ü".repeat(512) })).toEqual({ ...PLACE, sk: "ü".repeat(512) });
});

test.each<[string, Record<string, unknown>]>([
  ["somebody else's", { userId: "bob" }],
  ["with an empty key", { pk: "" }],
  ["with an empty sort key", { sk: "" }],
  ["with a key longer than DynamoDB takes", { sk: "x".repeat(1025) }],
  ["with a key of more bytes than it takes", { sk: "ü".repeat(513) }],
  ["with half a sign", { sk: "\ud800" }],
])("a cursor %s is refused by name", (_name, change) => {
  const refused = expect.objectContaining({ code: "VALIDATION_ERROR", field: "cursor" });
  expect(() => read({ ...PLACE, ...change })).toThrow(refused);
  expect(() => read({ ...PLACE, ...change }, z.record(z.string(), z.string()))).toThrow(refused);
});
