/**
 * Functions that a page warms up while a person types, with their paths. `OPTIONS` on the path starts the function,
 * which answers 204 and reads nothing (docs/decisions/how-does-a-browser-keep-its-session.md).
 */
export const WARMED = {
  signIn: { "customers/startSession": "/api/session", "customers/getOverview": "/api/overview" },
  checkout: { "checkout/startCheckout": "/stripe-checkout" },
} as const;
