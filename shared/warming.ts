/**
 * Endpoints whose functions a page starts while a person types, with their paths: `OPTIONS` on the path runs the
 * function, which answers 204 and reads nothing (docs/decisions/how-does-a-browser-keep-its-session.md).
 */
export const WARMED = {
  signIn: { "customers/startSession": "/api/session", "customers/getOverview": "/api/overview" },
  checkout: { "checkout/startCheckout": "/stripe-checkout" },
} as const;
