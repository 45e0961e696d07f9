/** Features whose area has another name. */
const AREA_OF = {
  customers: "accounts",
  referrals: "affiliates",
  catalog: "billing",
  checkout: "billing",
  discounts: "billing",
  disputes: "billing",
  reconciliation: "billing",
  refunds: "billing",
  stripeEvents: "billing",
  subscriptions: "billing",
} as const;

type FeatureOf<Id> = Id extends `${infer F}/${string}` ? F : never;
export type AreaOf<Id, F = FeatureOf<Id>> = F extends keyof typeof AREA_OF ? (typeof AREA_OF)[F] : F;

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries(AREA_OF));

/** @param id an endpoint's id: the area of `refunds/refundPayment` is `billing` */
export function areaOf(id: string): string {
  const [feature = ""] = id.split("/");
  return NAMED.get(feature) ?? feature;
}
