import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Component as GrowthDesk } from "../../../web/src/operator/growth/GrowthDesk.tsx";
import { PeriodPicker } from "../../../web/src/operator/growth/PeriodPicker.tsx";
import { rowsHref } from "../../../web/src/operator/growth/rows.ts";
import { spanIn } from "../../../web/src/operator/growth/span.ts";
import { CloseMonth } from "../../../web/src/operator/payouts/Runs.tsx";
import { learnTime } from "../../../web/src/ui/serverClock.ts";
import { growth, moveRow } from "../../support/growthAnswers.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const NOW = new Date("2026-11-25T10:00:00.000Z");
const span = (search: string) => spanIn(new URLSearchParams(search), NOW);

describe("the URL determines the period", () => {
  test.each([
    ["", { from: "2026-10-27", to: "2026-11-25" }],
    ["period=month", { from: "2026-11-01", to: "2026-11-25" }],
    ["period=last", { from: "2026-10-01", to: "2026-10-31" }],
    ["period=365", { from: "2025-11-26", to: "2026-11-25" }],
    ["from=2026-02-01&to=2026-02-28", { from: "2026-02-01", to: "2026-02-28" }],
    ["from=2026-03-01&to=2026-02-28&period=last", { from: "2026-10-01", to: "2026-10-31" }],
    ["from=2020-01-01&to=2026-02-28", { from: "2026-10-27", to: "2026-11-25" }],
    ["from=nonsense&to=2026-02-28", { from: "2026-10-27", to: "2026-11-25" }],
  ])("with the query “%s”", (search, expected) => {
    expect(span(search)).toEqual(expected);
  });
});

async function chipsAt(search: string) {
  const picker = createElement(PeriodPicker, {
    span: { from: "2026-02-01", to: "2026-02-28" },
    today: "2026-11-25",
    plans: [],
  });
  const html = await htmlOf(picker, null, `/admin/growth?${search}`);
  const [chips = ""] = html.match(/<nav aria-label="Period".*?<\/nav>/) ?? [];
  return {
    marked: [...chips.matchAll(/aria-current="true"[^>]*>([^<]*)</g)].map(([, name]) => name),
    links: [...chips.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&")),
  };
}

test("the link of a period drops the chosen days, and no period is marked while chosen days are shown", async () => {
  const { marked, links } = await chipsAt("from=2026-02-01&to=2026-02-28&plan=monthly");
  expect(marked).toEqual([]);
  expect(links.slice(0, 2)).toEqual([
    "/admin/growth?plan=monthly",
    "/admin/growth?plan=monthly&period=month",
  ]);
  expect((await chipsAt("period=90")).marked).toEqual(["90 days"]);
  expect((await chipsAt("from=nonsense&to=2026-02-28")).marked).toEqual(["30 days"]);
});

test("a figure links to its rows of the same channel and period", () => {
  const href = rowsHref({ group: "mrr", kind: "churn" }, new URLSearchParams("channel=affiliate"), {
    from: "2026-10-01",
    to: "2026-10-31",
  });
  expect(href).toBe(
    "/admin/growth/rows?from=2026-10-01&to=2026-10-31&group=mrr&kind=churn&channel=affiliate",
  );
});

const CHURNS = ["too_expensive", undefined, "too_expensive"].map((reason, at) => ({
  ...moveRow(at),
  kind: "churn",
  ...(reason && { reason }),
}));

const shown = (value: unknown, at = "/") =>
  htmlOf(
    createElement(GrowthDesk),
    {
      growth: { value, failure: value === null ? "Something went wrong on our side." : null },
      churns: { value: CHURNS },
      span: { from: "2026-10-27", to: "2026-11-25" },
    },
    at,
  );

test("the shares of lifetime licenses link to their payments and refunds, and are hidden for another plan", async () => {
  const linkOf = (html: string, name: string) =>
    html.match(new RegExp(`<a[^>]*aria-label="${name}: [^>]*>`))?.[0].match(/href="([^"]*)"/)?.[1];
  const all = await shown(growth());
  expect(linkOf(all, "of lifetime licenses")).toMatch(/group=money&amp;kind=payment&amp;plan=lifetime$/);
  expect(linkOf(all, "for lifetime licenses")).toMatch(/group=money&amp;kind=refund&amp;plan=lifetime$/);
  expect(linkOf(all, "Payments")).not.toContain("plan=");
  const monthly = await shown(growth(), "/?plan=monthly");
  expect(linkOf(monthly, "Payments")).toMatch(/plan=monthly$/);
  expect(wordsOf(monthly)).not.toMatch(/(of|for) lifetime licenses/);
});

test("a figure without rows in the period has no link", async () => {
  const { now, ...others } = growth();
  const none = { count: 0, cents: 0 };
  const quiet = { ...now, movements: { ...now.movements, expansion: none }, refunds: none };
  const linked = [...(await shown({ ...others, now: quiet })).matchAll(/<a[^>]*aria-label="([^:]*):/g)].map(
    ([, name]) => name,
  );
  expect(linked).not.toContain("Expansion");
  expect(linked).not.toContain("Refunds and lost disputes");
  expect(linked).toEqual(expect.arrayContaining(["Expansion before", "New", "Payments", "Revenue"]));
});

test("each movement is shown next to the previous period's amount, and losses have a minus sign", async () => {
  const words = wordsOf(await shown(growth()));
  expect(words).toMatch(/MRR at the end\n\$96,210\.00\n/);
  expect(words).toMatch(/Churned\n[\s\S]*?−\$6,420\.00\n−\$5,778\.00\n/);
});

test("the change of a rate is in percentage points", async () => {
  const { now, before, ...others } = growth();
  const both = { now: { ...now, gross_churn_rate: 667 }, before: { ...before, gross_churn_rate: 1_667 } };
  expect(wordsOf(await shown({ ...others, ...both }))).toMatch(/Gross MRR churn\n6\.67%\n16\.67%\n−10 pp\n/);
});

test("the period's payouts are shown as a number and a sum, unless the answer lacks them", async () => {
  expect(wordsOf(await shown(growth()))).toMatch(/Payouts paid\n× 60\n\$48,000\.00\n\$43,200\.00\n/);
  const { payouts: _, ...now } = growth().now;
  expect(wordsOf(await shown({ ...growth(), now }))).not.toContain("Payouts paid");
});

test("Stripe's fees are shown with the number of payments whose fee is not known, and never as zero if no fee is known", async () => {
  const fees = async (count: number) => {
    const { now, ...others } = growth();
    const part = { ...now, fees: { count, cents: 255 * count } };
    return wordsOf(await shown({ ...others, now: part })).match(/Stripe.s fees for payments\n(.*)\n(.*)\n/);
  };
  expect((await fees(3_190))?.slice(1)).toEqual(["$8,134.50", "$7,339.50"]);
  expect((await fees(3_000))?.slice(1)).toEqual(["not yet known for 190 of 3,190", "$7,650.00"]);
  expect((await fees(0))?.slice(1)).toEqual(["not yet known for 3,190 of 3,190", "Not enough data"]);
});

test("a rate without a base and figures that failed to load are not shown as zero", async () => {
  const answer = growth();
  const words = wordsOf(await shown({ ...answer, now: { ...answer.now, gross_churn_rate: null } }));
  expect(words).toMatch(/Gross MRR churn\nNot enough data\n/);
  const failed = wordsOf(await shown(null));
  expect(failed).toContain("The figures could not be loaded");
  expect(failed).not.toContain("$0.00");
});

test("the list of customers who left stands above the charts, with the number of customers for each reason", async () => {
  const words = wordsOf(await shown(growth()));
  expect(words).toMatch(/Who left\nAll 214\nOf the latest 3: too expensive × 2, No reason × 1\n/);
  expect(words.indexOf("Who left")).toBeLessThan(words.indexOf("Show as a table"));
  expect(words.indexOf("Recurring revenue")).toBeLessThan(words.indexOf("Show as a table"));
});

test("a named period follows the server's clock", () => {
  const server = "Wed, 25 Feb 2026 10:00:00 GMT";
  learnTime(new Response(null, { headers: { date: server } }));
  expect(spanIn(new URLSearchParams("period=last"))).toEqual({ from: "2026-01-01", to: "2026-01-31" });
  expect(wordsOf(renderToStaticMarkup(createElement(CloseMonth)))).toMatch(/^Feb 2026 so far/);
  learnTime(new Response(null, { headers: { date: new Date().toUTCString() } }));
});
