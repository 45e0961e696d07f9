/** What is looked at: each page by the name of its pictures, and who is signed in. */
export type Page = {
  readonly name: string;
  readonly path: string;
  readonly member?: true;
  readonly operator?: true;
};

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
  { name: "dashboard", path: "/dashboard", member: true },
  { name: "seats", path: "/dashboard/seats", member: true },
  { name: "subscription", path: "/dashboard/subscription", member: true },
  { name: "checkout-lifetime", path: "/checkout", member: true },
  { name: "checkout-subscription", path: "/checkout/subscription", member: true },
  { name: "admin-access", path: "/admin" },
  { name: "admin-overview", path: "/admin/overview", operator: true },
  { name: "admin-users", path: "/admin/users", operator: true },
  { name: "admin-keys", path: "/admin/keys", operator: true },
  { name: "admin-security", path: "/admin/security", operator: true },
  { name: "admin-activity", path: "/admin/activity", operator: true },
  { name: "admin-promotions", path: "/admin/promotions", operator: true },
  { name: "admin-affiliates", path: "/admin/affiliates", operator: true },
  { name: "admin-destinations", path: "/admin/destinations", operator: true },
  { name: "admin-payouts", path: "/admin/payouts", operator: true },
  { name: "admin-settings", path: "/admin/settings", operator: true },
  { name: "admin-events", path: "/admin/events", operator: true },
  { name: "admin-audit", path: "/admin/audit", operator: true },
];

/** Wide screens are kept smaller: they are looked at for their composition, narrow ones for their letters. */
export const VIEWS = [
  { width: 360, scale: 0.8 },
  { width: 768, scale: 0.5 },
  { width: 1280, scale: 0.5 },
  { width: 1920, scale: 0.33 },
] as const;

export const THEMES = ["light", "dark"] as const;
