import { describe, expect, test, vi } from "vitest";
import { DAY } from "#shared/instant.ts";
import type { RunningLease } from "#shared/licenses/lease.ts";
import type { TeamView } from "#shared/subscriptions/team.ts";
import { findLicense, replaceLicense, toLicense } from "../../../functions/licenses/table.ts";
import { handler as remove } from "../../../functions/subscriptions/removeMember.ts";
import { leaveTeams } from "../../../functions/subscriptions/team/leaveTeams.ts";
import { memoryTeam } from "../../support/memory/team.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "", mails: [] as unknown[] }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/queue.ts", () => ({
  enqueue: async (_: string, mails: unknown[]) => void outside.mails.push(...mails),
}));
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));

const { bench, wire, rows, now, as, billing, sell, subscribe, resize, joins, codeOf, follow, seatOf } =
  memoryTeam(outside);

const lease = (fingerprint: string, days: number): RunningLease => ({
  fingerprint,
  endsAt: new Date(now().getTime() + days * DAY).toISOString(),
  isFull: true,
});
/** The leases as the next member gets them, without fingerprints. */
const unnamed = (leases: readonly RunningLease[]) => leases.map((one) => ({ ...one, fingerprint: "" }));

function licenseOf(who: string) {
  const [row] = rows.of("seats").filter(({ userId }) => userId === who);
  if (row === undefined) throw new Error(`${who} has no key`);
  return toLicense(row);
}

/** Stores leases for the member's computers, as an activation does. */
async function take(who: string, ...leases: RunningLease[]): Promise<RunningLease[]> {
  const license = licenseOf(who);
  await replaceLicense(license, { ...license, leases, version: license.version + 1 });
  return leases;
}

const removes = async (who: string) =>
  as<{ team: TeamView }>("ann", remove, { member: seatOf((await billing()).team, who) });

describe("a seat's running leases", () => {
  test("count for the next member until they end", async () => {
    await subscribe(2);
    await joins("ben");
    const leases = await take("ben", { ...lease("laptop", 30), earlier: ["old laptop"] }, lease("desk", 2));
    await removes("ben");
    await joins("eve");
    const kept = leases.map(({ endsAt }) => ({ fingerprint: "", endsAt, isFull: true }));
    expect(licenseOf("eve").leases).toEqual(kept);
    expect(JSON.stringify(rows.partition("grants", "ann"))).not.toContain("laptop");
    await removes("eve");
    await bench().forward({ days: 3 });
    await joins("fay");
    expect(licenseOf("fay").leases).toEqual(kept.slice(0, 1));
  });

  test("are shared by members who take turns on the seat", async () => {
    await subscribe(2);
    for (const who of ["ben", "eve", "fay", "gus"]) {
      await joins(who);
      const { leases } = licenseOf(who);
      if (who !== "ben") expect(leases).toHaveLength(2);
      await take(who, ...(leases.length > 0 ? leases : [lease("one", 30), lease("two", 30)]));
      await removes(who);
    }
  });

  test("make the next member take the free seat with the fewest leases", async () => {
    await subscribe(4);
    await joins("ben");
    await joins("eve");
    const bens = await take("ben", lease("one", 7), lease("two", 7));
    const eves = await take("eve", lease("three", 7));
    await removes("ben");
    await removes("eve");
    for (const who of ["fay", "gus", "hal"]) await joins(who);
    expect(["fay", "gus", "hal"].map((who) => licenseOf(who).leases)).toEqual([
      [],
      unnamed(eves),
      unnamed(bens),
    ]);
  });

  test("stay after the member deletes the account", async () => {
    await subscribe(2);
    await joins("ben");
    const leases = await take("ben", lease("laptop", 30));
    await leaveTeams({ userId: "ben", email: "ben@example.com" }, now());
    expect(codeOf("ben")).toEqual(["EXPIRED"]);
    expect(JSON.stringify(rows.partition("grants", "ben"))).not.toContain("removedAt");
    await leaveTeams({ userId: "ben", email: "ben@example.com" }, now());
    await joins("eve");
    expect(licenseOf("eve").leases).toEqual(unnamed(leases));
  });

  test("stay after the seat is given up and bought again", async () => {
    await sell();
    const id = await subscribe(3);
    await joins("ben");
    await bench().forward({ minutes: 1 });
    await joins("eve");
    await take("ben", lease("one", 30));
    const eves = await take("eve", lease("two", 30));
    const { data } = (await bench().stripe.subscriptions.retrieve(id)).items;
    await bench().stripe.subscriptions.update(id, {
      items: [{ id: data[0]?.id ?? "", quantity: 2 }],
      proration_behavior: "none",
    });
    await billing();
    await follow();
    expect(codeOf("eve")).toEqual(["EXPIRED"]);
    await bench().forward({ days: 10 });
    await resize(3);
    await joins("fay");
    expect(licenseOf("fay").leases).toEqual(unnamed(eves));
  });
});

test("a lease that is issued during the member's removal counts for the next member", async () => {
  await subscribe(2);
  await joins("ben");
  const member = seatOf((await billing()).team, "ben");
  wire.turn = async ({ operation }) => {
    if (operation !== "TransactWriteItems") return;
    wire.turn = undefined;
    await take("ben", lease("late", 7));
  };
  await as("ann", remove, { member });
  expect((await findLicense(licenseOf("ben").licenseKey))?.entitlement.ended).toBe(true);
  await joins("eve");
  expect(licenseOf("eve").leases).toEqual(unnamed([lease("late", 7)]));
});

test("a team's row from an older release hands no leases to the next member", async () => {
  await subscribe(2);
  await joins("ben");
  const row = rows.partition("grants", "ann").find(({ sk }) => sk === "team");
  const { vacated: _, ...before } = row ?? {};
  rows.put("grants", before);
  await removes("ben");
  await joins("eve");
  expect(licenseOf("eve").leases).toEqual([]);
});
