import * as z from "zod/mini";

/** The customer and the amount in an event's payload. Only a label for the operator; no logic depends on it. */
export type About = { userId: string | null; amountCents: number | null; currency: string | null };

const Named = z.nullish(z.object({ userId: z.optional(z.string()) }));
const Cents = z.nullish(z.number());
const Payload = z.object({
  metadata: Named,
  parent: z.nullish(z.object({ subscription_details: z.nullish(z.object({ metadata: Named })) })),
  currency: z.nullish(z.string()),
  amount_total: Cents,
  amount_due: Cents,
  amount: Cents,
});

/** Invoices, checkout sessions, refunds and disputes name their amounts differently. Refunds name no customer. */
export function aboutOf(payload: unknown): About {
  const { data } = Payload.safeParse(payload);
  const named = data?.metadata ?? {};
  const repeated = data?.parent?.subscription_details?.metadata ?? {};
  return {
    userId: named.userId ?? repeated.userId ?? null,
    amountCents: data?.amount_total ?? data?.amount_due ?? data?.amount ?? null,
    currency: data?.currency ?? null,
  };
}
