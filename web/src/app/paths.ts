import type { Mode } from "#shared/catalog/catalog.ts";

/** Added by the API to the portal's return address after a change of the card. */
export const CARD_CHANGED = { name: "card", value: "changed" } as const;

/** Added to the sign-in page's address if a sign-out did not reach Cognito. */
export const LOGOUT_FAILED_MARK = { name: "logout", value: "failed" } as const;

/** Paths of the site: the router's pattern, and the address for links. */
export const paths = {
  home: { pattern: "/", href: () => "/" },
  features: { pattern: "/", href: () => "/#features" },
  pricing: { pattern: "/", href: () => "/#pricing" },
  /** The same page as /automation. */
  featuresPage: { pattern: "/features" },
  pricingPage: { pattern: "/pricing", href: () => "/pricing" },
  reviews: { pattern: "/", href: () => "/#reviews" },
  questions: { pattern: "/", href: () => "/#questions" },
  privacy: { pattern: "/privacy", href: () => "/privacy" },
  terms: { pattern: "/terms", href: () => "/terms" },
  about: { pattern: "/about", href: () => "/about" },
  api: { pattern: "/api", href: () => "/api" },
  automation: { pattern: "/automation", href: () => "/automation" },
  status: { pattern: "/status", href: () => "/status" },
  login: {
    pattern: "/login",
    href: (next?: string) => withNext("/login", next),
    afterFailedLogout: () => `/login?${LOGOUT_FAILED_MARK.name}=${LOGOUT_FAILED_MARK.value}`,
  },
  signup: { pattern: "/signup", href: (next?: string) => withNext("/signup", next) },
  forgotPassword: {
    pattern: "/forgot-password",
    href: (next?: string) => withNext("/forgot-password", next),
  },
  lostPhone: { pattern: "/lost-phone" },
  confirmEmail: { pattern: "/confirm-email", href: () => "/confirm-email" },
  /** A computer sends its user here to approve it: shared/licenses/signIn.ts. */
  activate: {
    pattern: "/activate",
    href: (code?: string) =>
      code === undefined ? "/activate" : `/activate?code=${encodeURIComponent(code)}`,
  },
  joinTeam: { pattern: "/join-team", href: () => "/join-team" },
  refuseInvitations: { pattern: "/refuse-invitations", href: () => "/refuse-invitations" },
  withdraw: { pattern: "/withdraw", href: () => "/withdraw" },
  dashboard: {
    pattern: "/dashboard",
    href: () => "/dashboard",
    /** Stripe's return address for customers who leave its payment page without paying. */
    leftCheckout: (mode: "payment" | "subscription") =>
      `/dashboard?checkout=left${mode === "payment" ? "" : "-monthly"}`,
  },
  seats: { pattern: "/dashboard/seats", href: () => "/dashboard/seats" },
  activity: { pattern: "/dashboard/activity", href: () => "/dashboard/activity" },
  affiliate: { pattern: "/dashboard/affiliate", href: () => "/dashboard/affiliate" },
  statement: {
    pattern: "/dashboard/affiliate/payouts/:id",
    href: (id: string) => `/dashboard/affiliate/payouts/${encodeURIComponent(id)}`,
  },
  subscription: { pattern: "/dashboard/subscription", href: () => "/dashboard/subscription" },
  account: { pattern: "/dashboard/account", href: () => "/dashboard/account" },
  manage: {
    pattern: "/dashboard/subscription/manage",
    href: () => "/dashboard/subscription/manage",
    cardChanged: () => `/dashboard/subscription/manage?${CARD_CHANGED.name}=${CARD_CHANGED.value}`,
    /** The return address that the specification gives the portal. The dashboard redirects to this page. */
    returning: () => "/dashboard?tab=subscription",
  },
  checkout: {
    pattern: "/checkout/:mode?",
    href: (mode: Mode) => (mode === "payment" ? "/checkout" : "/checkout/subscription"),
  },
  /** Every path that begins with `/admin` belongs to the back office. */
  admin: { pattern: "/admin", href: () => "/admin" },
  success: { pattern: "/success", href: () => "/success" },
} as const;

export function isBackOffice(pathname: string): boolean {
  return pathname.toLowerCase().startsWith(paths.admin.pattern);
}

function withNext(path: string, next: string | undefined): string {
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/**
 * Where to go after signing in: a path of this site, or the fallback. Never returns another site's address, even if it
 * is disguised (`//host`, `/\host`, `javascript:`, or `/.//host`, whose path is `//host`).
 */
export function safeNext(next: string | null, fallback: string): string {
  if (next === null || !next.startsWith("/")) return fallback;
  const base = "https://site.invalid";
  if (!URL.canParse(next, base)) return fallback;
  const url = new URL(next, base);
  const ours = url.origin === base && !url.pathname.startsWith("//");
  return ours ? url.pathname + url.search + url.hash : fallback;
}
