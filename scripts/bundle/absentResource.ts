/** Stands for a part of Stripe's SDK that bundles leave out. Throws when code uses a method of this part. */
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
