import { describe, expect, test } from "vitest";
import { checkComparison, differences } from "../../scripts/bench/load/compare.ts";
import { type Journal, newJournal } from "../../scripts/bench/load/journal.ts";
import type { Row, Tables } from "../../scripts/bench/load/tables.ts";

const row = (pk: string, sk: string, more: Record<string, unknown> = {}): Row => ({ ...more, pk, sk });

/** Ann signed up, reported a video and bought. Two clicks on her link were sent, and one of them was answered. */
function sent(): Journal {
  const journal = newJournal();
  journal.customers.set("ann", "KEY");
  journal.reported.sent.add("ann/e1");
  journal.reported.answered.add("ann/e1");
  journal.clicks.set("ann", { sent: 2, answered: 1 });
  journal.purchases.set("cs_1", "ann");
  return journal;
}

const USED_AT = "2026-11-26T08:00:00.000Z";
const TABLES: Tables = {
  Users: [row("ann", "account")],
  Seats: [row("KEY", "license", { userId: "ann", lastUsedAt: USED_AT })],
  Activity: [row("ann", "entry#e1"), row("ann", "counts", { videos: 1 })],
  Traffic: [
    row("click#c1", "click", { affiliateId: "ann", status: "success" }),
    row("click#c1", "counted"),
    row("click#c2", "click", { affiliateId: "ann", status: "fail" }),
    row("click#c2", "counted"),
    ...["affiliate#ann", "totals"].flatMap((pk) => [
      row(pk, "total", { clicks: 1, failedClicks: 1 }),
      row(pk, "day#2026-11-26", { clicks: 1 }),
    ]),
  ],
  Directory: [row("user#ann", "entry"), row("key#KEY", "entry"), row("key#KEY", "used", { at: USED_AT })],
  Insights: [row("figures", "totals", { users: 1 })],
  Events: [row("event#evt_1", "event", { status: "done" })],
  Grants: [row("ann", "grant#free"), row("ann", "grant#sub_1")],
};

test("the comparison finds no difference in complete tables", () => {
  expect(differences(TABLES, sent())).toEqual([]);
  expect(() => checkComparison(TABLES, sent())).not.toThrow();
});

describe("the comparison finds", () => {
  const also = (table: keyof Tables, ...more: Row[]): Tables => ({
    ...TABLES,
    [table]: [...TABLES[table], ...more],
  });
  const instead = (table: keyof Tables, ...rows: Row[]): Tables => ({ ...TABLES, [table]: rows });
  test.each<[string, Tables, string]>([
    [
      "a report that was never sent",
      also("Activity", row("ann", "entry#e2")),
      "the report ann/e2 was never sent",
    ],
    [
      "a video that is counted twice",
      instead("Activity", row("ann", "entry#e1"), row("ann", "counts", { videos: 2 })),
      "1 videos were reported, and 2 are counted",
    ],
    [
      "a click that is counted twice",
      instead("Traffic", ...TABLES.Traffic.slice(0, 4), row("affiliate#ann", "total", { clicks: 2 })),
      "the total of ann: 2, and should be 1",
    ],
    [
      "a purchase with two grants",
      also("Grants", row("ann", "grant#sub_2")),
      "ann paid cs_1 and has 2 grants",
    ],
    ["a missing grant", instead("Grants", row("ann", "grant#free")), "ann paid cs_1 and has 0 grants"],
    [
      "an unfinished event",
      also("Events", row("event#evt_2", "event", { status: "received" })),
      "event#evt_2 is received",
    ],
    [
      "a list entry without a row",
      also("Directory", row("key#OLD", "entry")),
      "the list has key#OLD, which does not exist",
    ],
    [
      "a last use that was lost",
      instead("Seats", row("KEY", "license", { userId: "ann", lastUsedAt: "2026-11-26T09:00:00.000Z" })),
      `the list shows KEY's last use as ${USED_AT}, and should show 2026-11-26T09:00:00.000Z`,
    ],
    [
      "a figure that is too high",
      instead("Insights", row("figures", "totals", { users: 2 })),
      "the figure users is 2, and should be 1",
    ],
  ])("%s", (_what, tables, said) => {
    expect(differences(tables, sent())).toContain(said);
  });

  test("more clicks than the load test sent", () => {
    const three = ["c1", "c2", "c3"].map((id) => row(`click#${id}`, "click", { affiliateId: "ann" }));
    expect(differences(instead("Traffic", ...three), sent())).toContain(
      "ann has 3 clicks: 2 were sent and 1 answered",
    );
  });
});
