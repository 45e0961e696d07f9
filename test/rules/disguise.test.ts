import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ReportedActivity } from "#shared/activity/device.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";

// A mark that changes the direction of text, or a character without a width, can make one name look like another to
// operators and customers. So every text field for people who are not operators drops such characters.

const DISGUISED = ["Ada\u202egnp.exe", "Ada\u200b Lovelace", "\u2066Ada\u2069"];
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** Fields that the shop only looks up or compares, and never stores or shows. */
const COMPARED: ReadonlySet<string> = new Set([
  ...["affiliateCode", "code", "cursor", "deviceCode", "licenseKey", "link", "price_id", "sessionId"],
  ...["cancel_url", "return_url", "success_url"],
]);
/** Other fields that keep every character, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "customers/deleteAccount email": "is compared with the account's address",
  "accounts/recoverAccount email": "is compared with the accounts' addresses",
  "accounts/renewOperatorSession refreshToken": "is passed to the user pool",
  "accounts/endSession id": "is compared with the ids in tokens",
};

function* textsFromOutside(): Generator<[name: string, field: z.core.$ZodType]> {
  for (const [id, { audience, input }] of Object.entries<Endpoint>(ENDPOINTS)) {
    if (audience === "operator" || !(input instanceof z.ZodMiniObject)) continue;
    for (const [name, field] of Object.entries<z.core.$ZodType>(input.shape))
      if (!COMPARED.has(name)) yield [`${id} ${name}`, field];
  }
}
const FIELDS = [...textsFromOutside()];
const kept = (field: z.core.$ZodType): unknown[] =>
  DISGUISED.flatMap((text) => {
    const parsed = z.safeParse(field, text);
    return parsed.success && INVISIBLE.test(JSON.stringify(parsed.data)) ? [text] : [];
  });

describe("a text field for people who are not operators drops invisible characters", () => {
  test("in more than five fields that accept a name", () => {
    expect(FIELDS.filter(([, field]) => z.safeParse(field, "Ada Lovelace").success).length).toBeGreaterThan(
      5,
    );
  });

  test.each(FIELDS.filter(([name]) => EXCEPTIONS[name] === undefined))("in %s", (_name, field) => {
    expect(kept(field)).toEqual([]);
  });

  test("in the title of a reported video", () => {
    expect(kept(ReportedActivity.shape.title)).toEqual([]);
  });

  test("unless it is a listed exception, and no exception is superfluous", () => {
    for (const name of Object.keys(EXCEPTIONS))
      expect(
        FIELDS.some(([known, field]) => known === name && kept(field).length > 0),
        name,
      ).toBe(true);
  });
});
