import {
  affiliateHref,
  customerHref,
  type DeskId,
  disputeHref,
  hrefOf,
  paymentHref,
  payoutHref,
  type TabId,
} from "../tabs.ts";

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  user: customerHref,
  payment: paymentHref,
  dispute: disputeHref,
  key: (id) => opened("keys", id),
  alert: (id) => opened("security", id),
  affiliate: affiliateHref,
  payout: payoutHref,
  event: () => hrefOf("events"),
  incident: () => hrefOf("incidents"),
  apiKey: () => hrefOf("api-keys"),
  withdrawal: () => hrefOf("withdrawals"),
  discountCode: () => hrefOf("codes"),
  destination: () => hrefOf("destinations"),
  batch: () => `${hrefOf("payouts")}?run=earlier`,
  promotion: () => hrefOf("promotions"),
  plans: () => hrefOf("selling"),
  refunds: () => hrefOf("selling"),
  payouts: () => hrefOf("selling"),
  status: () => hrefOf("settings"),
  settings: () => hrefOf("settings"),
};

const opened = (page: TabId | DeskId, id: string): string =>
  `${hrefOf(page)}?${new URLSearchParams({ open: id })}`;

export function subjectHref(subject: string): string | undefined {
  const [kind = "", ...id] = subject.split("#");
  return PAGES[kind]?.(id.join("#"));
}
