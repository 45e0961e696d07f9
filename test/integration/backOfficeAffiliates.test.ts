import { beforeAll, describe, expect, test } from "vitest";
import { follow, join, viewOf } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { invocations, settle } from "../support/control.ts";
import { earn } from "../support/payouts.ts";
import { type Person, signInOperator } from "../support/people.ts";
import { patchRow, putRow, rowsOf } from "../support/rows.ts";

let operator: Person;
beforeAll(async () => {
  operator = await signInOperator();
});
const asOperator = () => ({ token: operator.accessToken });
const halt = (id: string, active: boolean) =>
  call("affiliates/halt", { scope: "affiliate", id, active }, asOperator());

describe("the operator", () => {
  test("suspends and reactivates an affiliate with one audit entry each, and a suspended affiliate's link redirects but earns nothing", async () => {
    const affiliate = await join();
    expect((await halt(affiliate.userId, false)).body).toEqual({ ok: true, is_active: false });
    await halt(affiliate.userId, false);
    expect(await follow(affiliate.code)).toMatchObject({ status: 302, cookie: undefined });
    await settle();
    expect((await viewOf(affiliate)).clicks).toBe(0);
    await halt(affiliate.userId, true);
    const audited = (await rowsOf("Audit")).filter(
      ({ subject }) => subject === `affiliate#${affiliate.userId}`,
    );
    expect(audited.map(({ after }) => after)).toEqual(
      expect.arrayContaining([{ status: "suspended" }, { status: "active" }]),
    );
    expect(audited).toHaveLength(2);
    expect((await halt("nobody", true)).status).toBe(404);
  });

  test("finds affiliates by status, address and code, and reads a page of them with two database calls", async () => {
    await join();
    const affiliate = await join();
    const own = { pk: `affiliate#${affiliate.userId}`, sk: "affiliate" };
    await patchRow("Affiliates", own, "listEarnedCents", 900);
    await patchRow("Affiliates", own, "listOwedCents", 600);
    type Page = { rows: Record<string, unknown>[]; total: number; next: string | null };
    const list = async (input: Parameters<typeof call<"affiliates/listAffiliates">>[1]) =>
      (await call("affiliates/listAffiliates", input, asOperator())).body as Page;
    const found = async (input: Parameters<typeof call<"affiliates/searchAffiliates">>[1]) =>
      (await call("affiliates/searchAffiliates", input, asOperator())).body as Page;
    const row = {
      id: affiliate.userId,
      user_id: affiliate.userId,
      email: affiliate.email,
      referral_code: affiliate.code,
      total_referrals: 0,
      total_earnings_cents: 900,
      pending_payout_cents: 600,
      last_payout_at: null,
      created_at: expect.any(String),
      is_active: true,
      commission_rate: 0.2,
    };
    const newest = await list({ limit: 1 });
    expect(newest.rows).toEqual([row]);
    expect(newest.total).toBeGreaterThan(1);
    const calls = (await invocations("affiliates/listAffiliates")).at(-1)?.calls ?? [];
    expect(calls.map(({ operation }) => operation)).toEqual(["Query", "BatchGetItem"]);
    const second = await list({ limit: 1, cursor: newest.next ?? "" });
    expect(second.rows).toEqual((await list({ limit: 1, offset: 1 })).rows);
    expect((await found({ search: affiliate.email.slice(0, 12) })).rows).toContainEqual(row);
    expect(await found({ search: affiliate.code.toLowerCase() })).toEqual({
      rows: [row],
      total: 1,
      next: null,
    });
    await halt(affiliate.userId, false);
    expect((await list({ status: "suspended" })).rows[0]).toMatchObject({ ...row, is_active: false });
    expect(await found({ status: "active", search: affiliate.code })).toMatchObject({ rows: [], total: 0 });
  });

  test("reads a page of 25 affiliates with at most 10 read units, including the ledger's latest balances", async () => {
    const affiliate = await join();
    const sk = "affiliate";
    const own = (await rowsOf("Affiliates")).find(
      (row) => row.pk === `${sk}#${affiliate.userId}` && row.sk === sk,
    );
    for (let at = 0; at < 25; at += 1) {
      const affiliateId = `${affiliate.userId.slice(0, -2)}${String(at).padStart(2, "0")}`;
      await putRow("Affiliates", { ...own, pk: `${sk}#${affiliateId}`, sk, affiliateId });
    }
    await earn(affiliate.userId, [1200, 300]);
    const { body } = await call("affiliates/listAffiliates", { limit: 25 }, asOperator());
    const { rows } = body as { rows: Record<string, unknown>[] };
    expect(rows).toHaveLength(25);
    const { calls = [] } = (await invocations("affiliates/listAffiliates")).at(-1) ?? {};
    const units = calls.flatMap(({ consumed }) => consumed).reduce((sum, one) => sum + one.units, 0);
    expect(units).toBeLessThanOrEqual(10);
    const { body: one } = await call("affiliates/listAffiliates", { id: affiliate.userId }, asOperator());
    expect(one).toMatchObject({ rows: [{ total_earnings_cents: 1500, pending_payout_cents: 1500 }] });
  });

  test("reads affiliates' activity page by page, each entry once", async () => {
    const affiliate = await join();
    for (let count = 0; count < 28; count += 1) await follow(affiliate.code);
    await settle();
    const read = async (input: Parameters<typeof call<"affiliates/listActivity">>[1]) =>
      (await call("affiliates/listActivity", input, asOperator())).body as {
        logs: { id: string; ts: string }[];
        total: number;
        next: string | null;
      };
    const own = { affiliate_id: affiliate.userId, limit: 25 };
    const first = await read(own);
    expect([first.logs.length, first.total]).toEqual([25, 28]);
    const rest = await read({ ...own, cursor: first.next ?? "" });
    expect([rest.logs.length, rest.next]).toEqual([3, null]);
    expect((await read({ ...own, offset: 25 })).logs).toEqual(rest.logs);
    const times = [...first.logs, ...rest.logs].map(({ ts }) => ts);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set([...first.logs, ...rest.logs].map(({ id }) => id)).size).toBe(28);
    expect((await read({ type: "click", limit: 25 })).logs).toHaveLength(25);
    expect(await call("affiliates/listActivity", { limit: 30 }, asOperator())).toMatchObject({
      status: 400,
      body: { field: "limit" },
    });
  });
});
