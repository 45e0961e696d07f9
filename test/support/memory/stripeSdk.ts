import type Stripe from "stripe";

type Sdk = { default: typeof Stripe };

/**
 * For `vi.mock("stripe", …)`. The unchanged SDK calls a sandbox. Every request is redirected, because the SDK sends
 * uploads to a separate host.
 * @param address known once the sandbox runs
 */
export async function redirected(load: () => Promise<unknown>, address: () => string): Promise<Sdk> {
  const { default: Real } = (await load()) as Sdk;
  const toSandbox: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    return fetch(`${address()}${pathname}${search}`, init);
  };
  class Redirected extends Real {
    constructor(key: string, config: object) {
      super(key, { ...config, httpClient: Real.createFetchHttpClient(toSandbox), maxNetworkRetries: 0 });
    }
  }
  return { default: Redirected };
}
