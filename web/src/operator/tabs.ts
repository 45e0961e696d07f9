import { paths } from "../app/paths.ts";

/** Addresses contain the ids. The navigation shows the labels. */
export const TABS = [
  { id: "overview", label: "System Overview" },
  { id: "users", label: "User Management" },
  { id: "keys", label: "Key Management" },
  { id: "security", label: "Security Monitoring" },
  { id: "activity", label: "Activity" },
  { id: "promotions", label: "Promotions" },
  { id: "affiliates", label: "Affiliate Network" },
  { id: "destinations", label: "Destinations" },
  { id: "payouts", label: "Payouts" },
  { id: "settings", label: "System Settings" },
] as const;
export type TabId = (typeof TABS)[number]["id"];

/** Pages besides the ten tabs. The next visit reopens the last tab, but never one of these pages. */
export const DESKS = [
  { id: "growth", label: "Growth" },
  { id: "selling", label: "Selling" },
  { id: "codes", label: "Discount Codes" },
  { id: "disputes", label: "Disputes" },
  { id: "withdrawals", label: "Withdrawals" },
  { id: "events", label: "Event Desk" },
  { id: "incidents", label: "Incidents" },
  { id: "api-keys", label: "API Keys" },
  { id: "audit", label: "Audit Log" },
] as const;
export type DeskId = (typeof DESKS)[number]["id"];

export const GROUPS: readonly { label: string; pages: readonly (TabId | DeskId)[] }[] = [
  {
    label: "Daily",
    pages: ["overview", "users", "security", "disputes", "withdrawals", "events", "incidents"],
  },
  { label: "Money", pages: ["payouts", "affiliates", "activity", "growth"] },
  { label: "Product", pages: ["keys", "promotions", "codes", "selling"] },
  { label: "Setup", pages: ["settings", "destinations", "api-keys", "audit"] },
];

export function hrefOf(id: TabId | DeskId): string {
  return id === "overview" ? paths.admin.href() : `${paths.admin.href()}/${id}`;
}

export function customerHref(userId: string): string {
  return `${paths.admin.href()}/customers/${encodeURIComponent(userId)}`;
}

export const AFFILIATE_PART = "affiliate";

/** The part about the affiliate on the customer's page. An affiliate's id is the id of the account. */
export function affiliateHref(affiliateId: string): string {
  return `${customerHref(affiliateId)}#${AFFILIATE_PART}`;
}

/** Prefix of the request list's parameters: the page Payouts has two lists. */
export const REQUESTS = "request-";

export function payoutHref(payoutId: string): string {
  return `${hrefOf("payouts")}?open=${encodeURIComponent(payoutId)}`;
}

export function paymentHref(paymentId: string): string {
  return `${paths.admin.href()}/payments/${encodeURIComponent(paymentId)}`;
}

export function disputeHref(disputeId: string): string {
  return `${hrefOf("disputes")}/${encodeURIComponent(disputeId)}`;
}

function isTab(id: string | null | undefined): id is TabId {
  return TABS.some((tab) => tab.id === id);
}

/** The tab that a path names, in uppercase or lowercase; undefined if the path names no tab. */
export function tabInPath(pathname: string): TabId | undefined {
  const id = pathname.split("/")[2]?.toLowerCase();
  return isTab(id) ? id : undefined;
}

export function activeTab(pathname: string, remembered: string | null): TabId {
  return tabInPath(pathname) ?? (isTab(remembered) ? remembered : "overview");
}

export function titleOf(pathname: string): string {
  const id = pathname.split("/")[2]?.toLowerCase();
  if (id === "customers") return "Customer";
  if (id === "payments") return "Payment";
  return labelOf(id ?? "");
}

/** An unknown id gets the overview's label. */
export const labelOf = (id: string): string =>
  [...TABS, ...DESKS].find((page) => page.id === id)?.label ?? TABS[0].label;
