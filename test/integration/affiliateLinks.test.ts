import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { clickIn, follow, join, newVisitor, viewOf } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { invocations, settle, setViewer } from "../support/control.ts";
import { type Person, signInOperator } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";

let operator: Person;
beforeAll(async () => {
  operator = await signInOperator();
});
const asOperator = () => ({ token: operator.accessToken });

describe("a link", () => {
  test("redirects at once, sets the cookie, and counts the click with its origin", async () => {
    const affiliate = await join();
    await setViewer({ country: "DE", address: "198.51.100.77" });
    const { status, location, cookie } = await follow(affiliate.code.toLowerCase(), {
      referer: "https://videos.example/watch?v=secret",
    });
    await setViewer({ country: "US", address: null });
    expect([status, location]).toEqual([302, `${stack().siteUrl}/`]);
    expect(cookie).toMatch(
      /^affiliate_click=[\w-]{32}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    await settle();
    const view = await viewOf(affiliate);
    expect(view.clicks).toBe(1);
    expect(view.links[0]).toMatchObject({ destination_id: null, clicks: 1 });
    expect(view.days.at(-1)?.clicks).toBe(1);
    const { body } = await call(
      "affiliates/listActivity",
      { type: "click", affiliate_id: affiliate.userId },
      asOperator(),
    );
    expect(body).toMatchObject({
      total: 1,
      next: null,
      clicks: [
        {
          affiliate_id: affiliate.userId,
          type: "click",
          referrer: "videos.example/watch",
          device: "mobile",
          country: "DE",
          is_bot: false,
          status: "success",
        },
      ],
    });
    const kept = JSON.stringify((await rowsOf("Traffic")).filter((row) => row.id === clickIn(cookie)));
    expect(kept).not.toMatch(/198\.51|secret|iPhone/);
  });

  test("counts a visitor once within the hour, and needs at most two database calls for a click", async () => {
    const affiliate = await join();
    const visitor = { "user-agent": newVisitor() };
    const first = await follow(affiliate.code, visitor);
    await follow(affiliate.code);
    const lastCalls = (await invocations("referrals/followLink")).at(-1)?.calls ?? [];
    expect(lastCalls.filter(({ service }) => service === "dynamodb").length).toBeLessThanOrEqual(2);
    const again = await Promise.all([1, 2, 3].map(() => follow(affiliate.code, visitor)));
    expect(again.map(({ cookie }) => cookie)).toEqual([first.cookie, first.cookie, first.cookie]);
    await settle();
    expect((await viewOf(affiliate)).clicks).toBe(2);
  });

  test("redirects a bot, but counts the click as failed and sets no cookie", async () => {
    const affiliate = await join();
    const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    expect(await follow(affiliate.code, { "user-agent": bot })).toMatchObject({
      status: 302,
      cookie: undefined,
    });
    await settle();
    expect((await viewOf(affiliate)).clicks).toBe(0);
    const { body } = await call("affiliates/listActivity", { affiliate_id: affiliate.userId }, asOperator());
    expect(body.logs).toMatchObject([{ type: "click", is_bot: true, device: "bot", status: "fail" }]);
  });

  test("that is unknown or contains a script leads to the landing page", async () => {
    for (const link of ["NOBODY99", "NOBODY99/anything", "%3Cscript%3E", "%D0%90NNA", "..%2f..%2fadmin"]) {
      const { status, location, cookie } = await follow(link);
      expect([link, status, location, cookie]).toEqual([link, 302, `${stack().siteUrl}/`, undefined]);
    }
  });

  test("leads to a destination while the destination is open, and counts its clicks separately", async () => {
    const affiliate = await join();
    const name = `Plans ${randomUUID().slice(0, 8)}`;
    const made = await call(
      "referrals/createDestination",
      { name, url: "https://example.com/plans?x=1" },
      asOperator(),
    );
    const id = String(made.body.id);
    expect(made.body).toMatchObject({ name, url: "https://example.com/plans?x=1", is_active: true });
    expect((await follow(`${affiliate.code}/${id}`)).location).toBe("https://example.com/plans?x=1");
    await settle();
    expect((await viewOf(affiliate)).links.find((link) => link.destination_id === id)?.clicks).toBe(1);
    const closed = await call("referrals/updateDestination", { id, is_active: false }, asOperator());
    expect(closed.body).toMatchObject({ id, is_active: false });
    // A warm function caches a link for some seconds, so this follows another affiliate's link.
    const another = await join();
    expect(await follow(`${another.code}/${id}`)).toMatchObject({
      location: `${stack().siteUrl}/`,
      cookie: expect.any(String),
    });
  });
});
