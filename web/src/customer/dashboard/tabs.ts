import { paths } from "../../app/paths.ts";
import type { IconName } from "../../ui/Icon.tsx";

export type Tab = { id: string; label: string; title: string; lead: string; href: string; icon: IconName };

const OVERVIEW: Tab = {
  id: "overview",
  label: "Overview",
  title: "Overview",
  lead: "Your license, your videos, and what is new.",
  href: paths.dashboard.href(),
  icon: "home",
};

/** In the navigation only while `features.affiliate` is on. */
export const AFFILIATE: Tab = {
  id: "affiliate",
  label: "Affiliate",
  title: "Affiliate",
  lead: "Recommend the application and earn a commission.",
  href: paths.affiliate.href(),
  icon: "share",
};

export const ACCOUNT: Tab = {
  id: "account",
  label: "Account",
  title: "Account",
  lead: "Your profile, how you sign in, and your data.",
  href: paths.account.href(),
  icon: "person",
};

export const TABS: readonly Tab[] = [
  OVERVIEW,
  {
    id: "seats",
    label: "Seats",
    title: "Assigned Seats",
    lead: "One seat is one computer. Move a seat when you change computers.",
    href: paths.seats.href(),
    icon: "seat",
  },
  {
    id: "activity",
    label: "Activity Log",
    title: "Activity Log",
    lead: "What your application did, and when.",
    href: paths.activity.href(),
    icon: "pulse",
  },
  {
    id: "subscription",
    label: "Subscription",
    title: "Subscription",
    lead: "Your plan and your payments.",
    href: paths.subscription.href(),
    icon: "card",
  },
];

export function tabOf(pathname: string): Tab {
  const path = pathname.replace(/\/+$/, "");
  return (
    [...TABS, AFFILIATE, ACCOUNT].find(
      ({ href }) => path === href || (href !== OVERVIEW.href && path.startsWith(`${href}/`)),
    ) ?? OVERVIEW
  );
}
