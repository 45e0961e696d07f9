/** Sign-ins of the local stack only. */
export const PEOPLE = {
  operator: { email: "operator@example.com", password: "Local-operator-1" },
  /** Has an active subscription. */
  customer: { email: "customer@example.com", password: "Local-customer-1" },
  /** Has an account and nothing else. */
  visitor: { email: "visitor@example.com", password: "Local-visitor-1" },
} as const;
