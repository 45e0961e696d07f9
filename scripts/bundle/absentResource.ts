/** Replaces a part of Stripe that bundles leave out; shared by all 140. */
export function absent(name: string) {
  return function Absent() {
    return new Proxy(
      {},
      {
        get() {
          throw new Error(
            `Stripe's ${name} is not in the bundles. Add it to STRIPE_RESOURCES in scripts/bundle/leaveOut.ts.`,
          );
        },
      },
    );
  };
}
