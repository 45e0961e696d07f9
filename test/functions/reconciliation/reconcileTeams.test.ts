import { expect, test, vi } from "vitest";
import { goOnFrom } from "../../../functions/payments/reconciled/table.ts";
import {
  compareSubscriptions,
  type Difference,
  subscriptionLanes,
} from "../../../functions/reconciliation/compare.ts";
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

const { bench, now, subscribe, joins, codeOf, follow, sell } = memoryTeam(outside);

/** The part of the nightly comparison that reads every subscription at Stripe. @returns whether this one differed */
async function differed(id: string): Promise<boolean> {
  const mended: string[] = [];
  const compare = async (what: string, mend: () => Promise<Difference>) => {
    if ((await mend()) !== false) mended.push(what);
  };
  const [lane] = subscriptionLanes(goOnFrom(undefined, now()), now());
  if (lane) await compareSubscriptions(lane, now(), compare);
  return mended.includes(`subscription ${id}`);
}

/** A team of three, Ben first. */
async function team(): Promise<string> {
  // The sandbox keeps what earlier tests bought.
  for (const { id } of (await bench().stripe.subscriptions.list()).data)
    await bench().stripe.subscriptions.cancel(id);
  await sell();
  const id = await subscribe(3);
  await joins("ben");
  await bench().forward({ minutes: 1 });
  await joins("eve");
  expect(await differed(id)).toBe(false);
  return id;
}

async function setQuantity(id: string, quantity: number): Promise<void> {
  const { data } = (await bench().stripe.subscriptions.retrieve(id)).items;
  await bench().stripe.subscriptions.update(id, {
    items: [{ id: data[0]?.id ?? "", quantity }],
    proration_behavior: "none",
  });
}

test("a quantity that was changed at Stripe without webhooks is found, and the seat that is not paid for ends", async () => {
  const id = await team();
  await setQuantity(id, 2);
  expect(await differed(id)).toBe(true);
  await follow();
  expect([codeOf("ben"), codeOf("eve")]).toEqual([["VALID"], ["EXPIRED"]]);
  expect(await differed(id)).toBe(false);
});

test.each([
  ["ended", (id: string) => bench().stripe.subscriptions.cancel(id)],
  ["has one seat left", (id: string) => setQuantity(id, 1)],
])(
  "members whose keys work although the team %s are found, where nothing told the members' grants",
  async (_, end) => {
    const id = await team();
    await end(id);
    // The first comparison mends only the buyer's grant. No stream updates the members here: the second one does.
    expect(await differed(id)).toBe(true);
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["VALID"], ["VALID"]]);
    expect(await differed(id)).toBe(true);
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["EXPIRED"], ["EXPIRED"]]);
    expect(await differed(id)).toBe(false);
  },
);
