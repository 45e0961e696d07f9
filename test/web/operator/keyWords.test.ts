import { createElement } from "react";
import { afterAll, expect, test, vi } from "vitest";
import { replaceCustomerKey } from "#shared/licenses/operator.ts";
import { KeyActions } from "../../../web/src/operator/keys/KeyActions.tsx";
import { key } from "../../support/backOfficeRows.ts";
import { mounted } from "../../support/mounted.ts";
import { htmlOf } from "../../support/rendered.ts";

const given = vi.hoisted(() => ({ success: new Map<unknown, string | undefined>() }));
vi.mock("../../../web/src/api/useAction.ts", () => ({
  useAnyAction: (contract: unknown, { success }: { success?: string }) => {
    given.success.set(contract, success);
    return { run: async () => undefined, pending: false, error: null };
  },
}));
afterAll(() => vi.restoreAllMocks());

const [OWNED, IN_STOCK] = [key(1), key(3)];

async function dialogOf(row: typeof OWNED, button: string): Promise<string> {
  const page = await mounted([{ path: "/", element: createElement(KeyActions, { row }) }], "/");
  await page.press(button);
  return page.words();
}

test("the dialog to switch off or replace a key names its owner, if there is one", async () => {
  const on = { is_active: true };
  expect(await dialogOf({ ...OWNED, ...on }, "Deactivate")).toContain(
    `The key of ${OWNED.user_email} stops working`,
  );
  expect(await dialogOf({ ...IN_STOCK, ...on }, "Deactivate")).toContain("The key stops working");
  expect(await dialogOf(OWNED, "Replace key")).toContain(
    `${OWNED.user_email} finds the new key under Seats.`,
  );
});

test("the dialog to switch on a key names the reasons why it may still not work", async () => {
  expect(await dialogOf({ ...IN_STOCK, is_active: false }, "Activate")).toContain(
    "We switch the key on again. It then works, unless it has ended or is suspended, or a payment for it is due.",
  );
});

test("the message about a replaced key mentions no mail, because the owner may get none", async () => {
  await htmlOf(createElement(KeyActions, { row: OWNED }));
  expect(given.success.get(replaceCustomerKey)).toBe(
    "The key is replaced. Its owner finds the new key under Seats.",
  );
});
