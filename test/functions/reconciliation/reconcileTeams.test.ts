import { expect, test, vi } from "vitest";
import { resumeFrom } from "../../../functions/payments/reconciled/table.ts";
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

/** Runs the nightly comparison of subscriptions. @returns whether this subscription differed */
async function differed(id: string): Promise<boolean> {
  const mended: string[] = [];
  const compare = async (what: string, mend: () => Promise<Difference>) => {
    if ((await mend()) !== false) mended.push(what);
  };
  const [lane] = subscriptionLanes(resumeFrom(undefined, now()), now());
  if (lane) await compareSubscriptions(lane, now(), compare);
  return mended.includes(`subscription ${id}`);
}

/** Creates a team of three with the members Ben and Eve. */
async function team(): Promise<string> {
  // The sandbox still has the subscriptions of earlier tests.
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

test("the comparison finds a quantity that changed without webhooks, and the unpaid seat ends", async () => {
  const id = await team();
  await setQuantity(id, 2);
  expect(await differed(id)).toBe(true);
  await follow();
  expect([codeOf("ben"), codeOf("eve")]).toEqual([["VALID"], ["EXPIRED"]]);
  expect(await differed(id)).toBe(false);
});

test.each([
  ["has ended", (id: string) => bench().stripe.subscriptions.cancel(id)],
  ["has one seat left", (id: string) => setQuantity(id, 1)],
])(
  "once the team %s, the comparison ends the members' keys even if no stream updates their grants",
  async (_, end) => {
    const id = await team();
    await end(id);
    // No stream runs here. The first comparison mends the buyer's grant, and the second mends the members' grants.
    expect(await differed(id)).toBe(true);
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["VALID"], ["VALID"]]);
    expect(await differed(id)).toBe(true);
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["EXPIRED"], ["EXPIRED"]]);
    expect(await differed(id)).toBe(false);
  },
);
