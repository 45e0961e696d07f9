import type { Verdict } from "./judge.ts";

/**
 * Features of the sandbox that Stripe added after its OpenAPI document of 2026-08-26. Each entry quotes its line in the
 * SDK's types, and a test checks the quote.
 */
export type Newer = {
  /** Method and route; for an answer also its status. */
  readonly call: string;
  /** A part of the judge's finding. */
  readonly says: string;
  /** A file below node_modules/stripe, and the line in it. */
  readonly types: readonly [file: string, line: string];
};

export const NEWER_REQUESTS: readonly Newer[] = [
  {
    call: "POST /v1/checkout/sessions",
    says: "additional properties are not allowed",
    types: [
      "esm/resources/Checkout/Sessions.d.ts",
      "allowed_payment_method_types?: Array<SessionCreateParams.AllowedPaymentMethodType>;",
    ],
  },
  {
    call: "POST /v1/subscriptions/:id",
    says: "object property 'billing_cycle_anchor' validation failed",
    types: [
      "esm/resources/Subscriptions.d.ts",
      "billing_cycle_anchor?: SubscriptionUpdateParams.BillingCycleAnchor;",
    ],
  },
  {
    call: "POST /v1/invoices/create_preview",
    says: "object property 'billing_cycle_anchor' validation failed",
    types: ["esm/resources/Invoices.d.ts", "billing_cycle_anchor?: SubscriptionDetails.BillingCycleAnchor;"],
  },
];

export const NEWER_ANSWERS: readonly Newer[] = [];

/** Removes explained findings. An entry that explains nothing becomes a finding. */
export function explained({ findings, judged }: Verdict, list: readonly Newer[]): Verdict {
  const isOf = (finding: string, { call, says }: Newer): boolean =>
    finding.startsWith(`${call}: `) && finding.includes(says);
  const unused = list.filter((newer) => !findings.some((finding) => isOf(finding, newer)));
  return {
    findings: [
      ...findings.filter((finding) => !list.some((newer) => isOf(finding, newer))),
      ...unused.map(({ call, says }) => `newerThanMock.ts: "${call}: ${says}" explains nothing; remove it`),
    ],
    judged: `${judged}, ${list.length} findings explained by newer features`,
  };
}
