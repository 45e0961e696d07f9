/** The roles of signed-in viewers: a customer with a subscription, an affiliate with a payout, and the operator. */
export const ROLES = ["customer", "affiliate", "operator"] as const;
export type Role = (typeof ROLES)[number];

/** A page and the name of its pictures. `:customer`, `:dispute` and `:payment` stand for the seeded ids. */
export type Page = { readonly name: string; readonly path: string; readonly as?: Role };

export const PAGES: readonly Page[] = [
  { name: "landing", path: "/" },
  { name: "automation", path: "/automation" },
  { name: "integrations", path: "/api" },
  { name: "status", path: "/status" },
  { name: "about", path: "/about" },
  { name: "privacy", path: "/privacy" },
  { name: "terms", path: "/terms" },
  { name: "not-found", path: "/no-such-page" },
  { name: "login", path: "/login" },
  { name: "signup", path: "/signup" },
  { name: "dashboard", path: "/dashboard", as: "customer" },
  { name: "seats", path: "/dashboard/seats", as: "customer" },
  { name: "subscription", path: "/dashboard/subscription", as: "customer" },
  { name: "affiliate-join", path: "/dashboard/affiliate", as: "customer" },
  { name: "affiliate", path: "/dashboard/affiliate", as: "affiliate" },
  { name: "checkout-lifetime", path: "/checkout", as: "customer" },
  { name: "checkout-subscription", path: "/checkout/subscription", as: "customer" },
  { name: "admin-access", path: "/admin" },
  { name: "admin-overview", path: "/admin/overview", as: "operator" },
  { name: "admin-users", path: "/admin/users", as: "operator" },
  { name: "admin-users-open", path: "/admin/users?open=:customer", as: "operator" },
  { name: "admin-customer", path: "/admin/customers/:customer", as: "operator" },
  { name: "admin-keys", path: "/admin/keys", as: "operator" },
  { name: "admin-security", path: "/admin/security", as: "operator" },
  { name: "admin-activity", path: "/admin/activity", as: "operator" },
  { name: "admin-promotions", path: "/admin/promotions", as: "operator" },
  { name: "admin-affiliates", path: "/admin/affiliates", as: "operator" },
  { name: "admin-destinations", path: "/admin/destinations", as: "operator" },
  { name: "admin-payouts", path: "/admin/payouts", as: "operator" },
  { name: "admin-growth", path: "/admin/growth?period=365", as: "operator" },
  { name: "admin-growth-rows", path: "/admin/growth/rows?group=mrr", as: "operator" },
  { name: "admin-codes", path: "/admin/codes", as: "operator" },
  { name: "admin-disputes", path: "/admin/disputes", as: "operator" },
  { name: "admin-dispute", path: "/admin/disputes/:dispute", as: "operator" },
  { name: "admin-payment", path: "/admin/payments/:payment", as: "operator" },
  { name: "admin-settings", path: "/admin/settings", as: "operator" },
  { name: "admin-selling", path: "/admin/selling", as: "operator" },
  { name: "admin-events", path: "/admin/events", as: "operator" },
  { name: "admin-incidents", path: "/admin/incidents", as: "operator" },
  { name: "admin-audit", path: "/admin/audit", as: "operator" },
];

/** Pictures of wide screens are small, to show the layout. Pictures of narrow screens are larger, to show the text. */
export const VIEWS = [
  { width: 360, scale: 0.8 },
  { width: 768, scale: 0.5 },
  { width: 1280, scale: 0.5 },
  { width: 1920, scale: 0.33 },
] as const;

export const THEMES = ["light", "dark"] as const;
