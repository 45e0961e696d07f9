/** What is in the bundles for a part of Stripe that they leave out; said once for all 140. */
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
