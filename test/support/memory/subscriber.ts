import { expect } from "vitest";
import { Grant } from "#shared/grants/grant.ts";
import { standing } from "#shared/licenses/standing.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { type Billing, NOW } from "./billing.ts";
import { subscribed } from "./worlds.ts";

/** A customer with a running subscription, Stripe's events about it, and the mails that follow. */
export function memorySubscriber(billing: Billing) {
  let delivered = 0;
  async function deliver(type: string, object: string): Promise<void> {
    delivered += 1;
    const answer = await billing.deliver({ id: `evt_${delivered}`, type, object });
    expect(answer, billing.errors.join("\n")).toBe(200);
  }
  /** Each mail once, because mails with the same id are sent once. */
  const mails = () => [...new Map(billing.mails.map((mail) => [mail.id, mail])).values()];
  const grant = () => Grant.parse(billing.rows.of("grants").find(({ sk }) => sk === "grant#sub:sub_1"));
  let lastRefund = "";
  return {
    deliver,
    mails,
    grant,
    code: () => standing(grant().entitlement, NOW).code,
    textOf: (template: string) =>
      mails()
        .filter((mail) => mail.template === template)
        .map((mail) => render(mail, "https://site.example").text)
        .join("\n"),
    async subscribe(): Promise<void> {
      billing.reset(subscribed("active"));
      await deliver("checkout.session.completed", "cs_1");
      billing.mails.length = 0;
    },
    async refund(payment: string, change: Partial<(typeof billing.stripe.refunds)[string]> = {}) {
      lastRefund = `re_${Object.keys(billing.stripe.refunds).length + 1}`;
      const made = { id: lastRefund, payment_intent: payment, amount: 3000, status: "succeeded" as const };
      billing.stripe.refunds = {
        ...billing.stripe.refunds,
        [lastRefund]: { ...made, metadata: {}, ...change },
      };
      await deliver("refund.created", lastRefund);
    },
    async failRefund(): Promise<void> {
      Object.assign(billing.stripe.refunds[lastRefund] ?? {}, { status: "failed" });
      await deliver("refund.failed", lastRefund);
    },
  };
}
