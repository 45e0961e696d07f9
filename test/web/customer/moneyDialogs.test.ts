import { createElement } from "react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CodeField } from "../../../web/src/customer/account/CodeField.tsx";
import { RefundDialog } from "../../../web/src/customer/subscription/RefundDialog.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const given = vi.hoisted(() => ({ error: null as unknown, codeField: null as unknown }));
vi.mock("../../../web/src/api/useAction.ts", () => ({
  useAction: () => ({ run: async () => undefined, pending: false, error: given.error }),
}));
vi.mock("../../../web/src/customer/account/usePasswordSignIn.tsx", () => ({
  usePasswordSignIn: () => ({ codeField: given.codeField, signIn: async () => true }),
}));
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  given.error = null;
  given.codeField = null;
});

const noop = () => undefined;
const frame = { email: "ada@example.com" };

describe("the refund's dialog", () => {
  const offer = {
    product: "monthly",
    amount_cents: 3_000,
    currency: "usd",
    until: "2026-12-01T00:00:00.000Z",
    self_service: true,
  } as const;
  const shown = async () =>
    wordsOf(await htmlOf(createElement(RefundDialog, { offer, onClose: noop }), null, "/", frame));

  test("has the field for the authenticator's code where the account asks for one", async () => {
    expect(await shown()).not.toContain("Authenticator code");
    given.codeField = createElement(CodeField, { label: "Authenticator code" });
    expect(await shown()).toContain("Confirm with your password\nAuthenticator code");
  });
});
