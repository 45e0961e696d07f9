import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ReportedActivity } from "#shared/activity/device.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";

// A mark that turns the direction of text, or a character without a width, makes one name pass for another where an
// operator or a customer reads it. Whatever people outside may write drops them.

const DISGUISED = ["Ada\u202egnp.exe", "Ada\u200b Lovelace", "\u2066Ada\u2069"];
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** What is looked up or compared, and stored or shown nowhere as it came. */
const COMPARED: ReadonlySet<string> = new Set([
  ...["affiliateCode", "code", "cursor", "deviceCode", "licenseKey", "link", "price_id", "sessionId"],
  ...["cancel_url", "return_url", "success_url"],
]);
/** Other fields that keep every character, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "customers/deleteAccount email": "is compared with the account's own",
  "accounts/recoverAccount email": "is compared with the accounts' own",
  "accounts/renewOperatorSession refreshToken": "is handed to the user pool",
  "accounts/endSession id": "is compared with what tokens say",
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

describe("what people outside write", () => {
  test("there are texts to look at", () => {
    expect(FIELDS.filter(([, field]) => z.safeParse(field, "Ada Lovelace").success).length).toBeGreaterThan(
      5,
    );
  });

  test.each(FIELDS.filter(([name]) => EXCEPTIONS[name] === undefined))("%s", (_name, field) => {
    expect(kept(field)).toEqual([]);
  });

  test("the title of a video", () => {
    expect(kept(ReportedActivity.shape.title)).toEqual([]);
  });

  test("each exception is still one", () => {
    for (const name of Object.keys(EXCEPTIONS))
      expect(
        FIELDS.some(([known, field]) => known === name && kept(field).length > 0),
        name,
      ).toBe(true);
  });
});
