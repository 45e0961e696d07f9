/**
 * Endpoints whose functions a page starts while a person types, with their paths: `OPTIONS` on the path runs the
 * function, which answers 204 and reads nothing (docs/decisions/how-does-a-browser-keep-its-session.md).
 */
export const WARMED = {
  signIn: { "accounts/startSession": "/api/session", "accounts/getOverview": "/api/overview" },
  checkout: { "billing/startCheckout": "/stripe-checkout" },
} as const;
