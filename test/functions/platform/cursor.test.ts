import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { readCursor, writeCursor } from "../../../functions/platform/cursor.ts";
import { refuseStrangers } from "../../../functions/platform/origin.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

/** Replaces the random bytes at the start of the next cursor. */
const nonce = vi.hoisted(() => ({ next: undefined as Buffer | undefined }));
vi.mock("node:crypto", async (load) => {
  const crypto = await load<typeof import("node:crypto")>();
  return { ...crypto, randomBytes: (size: number) => nonce.next ?? crypto.randomBytes(size) };
});

const Position = z.object({ pk: z.string(), sk: z.string(), userId: z.string() });
const PLACE = { pk: "key", sk: "license", userId: "ann" };

const read = (place: Record<string, unknown>, position: z.ZodMiniType<Record<string, unknown>> = Position) =>
  readCursor(writeCursor(place) ?? "", position, ({ userId }) => userId === "ann");

test("a cursor is read back as it was written", () => {
  expect(read(PLACE)).toEqual(PLACE);
  expect(read({ ...PLACE, sk: "ü".repeat(512) })).toEqual({ ...PLACE, sk: "ü".repeat(512) });
});

test.each<[string, Record<string, unknown>]>([
  ["of another user", { userId: "bob" }],
  ["with an empty key", { pk: "" }],
  ["with an empty sort key", { sk: "" }],
  ["with a key longer than DynamoDB allows", { sk: "x".repeat(1025) }],
  ["with a key of more bytes than DynamoDB allows", { sk: "ü".repeat(513) }],
  ["with half a character", { sk: "\ud800" }],
])("a cursor %s is refused, and the error names the field cursor", (_name, change) => {
  const refused = expect.objectContaining({ code: "NOT_FOUND", field: "cursor" });
  expect(() => read({ ...PLACE, ...change })).toThrow(refused);
  expect(() => read({ ...PLACE, ...change }, z.record(z.string(), z.string()))).toThrow(refused);
});

describe("an encrypted cursor", () => {
  const LISTED = { pk: "key#AAAAA-BBBBB", sk: "license", userId: "ann" };
  beforeEach(() => {
    vi.stubEnv("ORIGIN_HASHES", ORIGIN_HASHES);
    vi.stubEnv("FUNCTION_ID", "licenses/listSeats");
    refuseStrangers({ headers: { "content-type": "application/json", "x-origin-secret": "origin" } });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("hides its position and is read by the endpoint that wrote it", () => {
    const cursor = writeCursor(LISTED) ?? "";
    expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toMatch(/AAAAA|ann|license/);
    expect(read(LISTED)).toEqual(LISTED);
  });

  test("is read even if it happens to begin like a plain cursor", () => {
    nonce.next = Buffer.from('{"0123456789');
    expect(read(LISTED)).toEqual(LISTED);
    nonce.next = undefined;
  });

  test("is refused by another endpoint, after a change, and if a caller made it up", () => {
    const cursor = writeCursor(LISTED) ?? "";
    const refused = expect.objectContaining({ code: "NOT_FOUND", field: "cursor" });
    const madeUp = Buffer.from(JSON.stringify(LISTED)).toString("base64url");
    for (const wrong of [`A${cursor}`, cursor.slice(0, 20), "", madeUp])
      expect(() => readCursor(wrong, Position, () => true), wrong).toThrow(refused);
    vi.stubEnv("FUNCTION_ID", "insights/exportList");
    expect(() => readCursor(cursor, Position, () => true)).toThrow(refused);
  });
});
