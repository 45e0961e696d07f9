import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { join, newCode } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { signUpPerson } from "../support/people.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

describe("joining", () => {
  test("gives the affiliate a code, and joining again does not change it", async () => {
    const person = await signUpPerson();
    const as = { token: person.accessToken };
    expect((await call("affiliates/getAffiliate", {}, as)).body).toEqual({ affiliate: null });
    const given = await call("affiliates/join", { acceptTerms: true }, as);
    expect(given.body.referral_code).toMatch(/^[A-Z0-9]{8}$/);
    const again = await call("affiliates/join", { acceptTerms: true, code: newCode() }, as);
    expect(again.body).toEqual(given.body);
  });

  test("refuses a taken code in any spelling, and reserved words", async () => {
    const { code: taken } = await join();
    const { accessToken: token } = await signUpPerson();
    const attempt = (wanted: string) =>
      call("affiliates/join", { acceptTerms: true, code: wanted }, { token });
    const alike = `${taken.slice(0, 4).toLowerCase()}-${taken.slice(4)}`;
    expect(await attempt(alike)).toMatchObject({ status: 409, body: { code: "CONFLICT", field: "code" } });
    expect(await attempt("SUPP0RT")).toMatchObject({ status: 400, body: { field: "code" } });
  });
});
