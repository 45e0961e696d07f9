import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { AlertPanel } from "../../../web/src/operator/security/SecurityTab.tsx";
import { alert } from "../../support/backOfficeRows.ts";
import { mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({ rows: [] as unknown[] }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async () => ({ rows: given.rows, total: null, next: null }),
}));

test("the alert of a shared card lists the other accounts with the same card", async () => {
  const of = (at: number, card: string) => ({
    ...alert(at),
    user_email: `user${at}@example.com`,
    metadata: { accounts: 2, card },
  });
  given.rows = [of(1, "a"), of(2, "a"), of(3, "b")];
  const element = createElement(AlertPanel, { alert: of(1, "a") });
  const page = await mounted([{ path: "/", element }], "/");
  expect(page.words()).toMatch(/Other accounts\nuser2@example\.com\n/);
  expect(page.words()).not.toContain("user3@example.com");
});
