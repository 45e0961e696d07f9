/** Stories that once broke an invariant, shortened, each with what the shop did wrong. They are played for good. */
export type Example = { why: string; seed: number; story: string };

export const EXAMPLES: readonly Example[] = [
  {
    why: "the first payment of a customer who was deleted before its webhook came was nobody's",
    seed: 15,
    story: "signUp:1552187704,buyMonthly:1456624821,pay:628056854,deleteCustomer:2118930699",
  },
  {
    why: "a thin event that Stripe signed was answered 500",
    seed: 1,
    story: "unusualEvent:350067355",
  },
  {
    why: "a key was mailed for a purchase whose refund had overtaken its webhook",
    seed: 5,
    story: "webhooksFail:1113996078,signUp:1644015194,purchase:606325058,refundInDashboard:82884883",
  },
  {
    why: "a dispute won after the subscription's end was mailed as a license that works again",
    seed: 16,
    story:
      "signUp:675656919,purchase:1104990731,deleteCustomer:1346219281,dispute:933735176,decideDispute:913801037",
  },
  {
    why: "the same for a purchase that was refunded before the dispute",
    seed: 37,
    story:
      "signUp:53905934,purchase:2087044528,refundInDashboard:576691447,dispute:2045679259,decideDispute:794133204",
  },
];
