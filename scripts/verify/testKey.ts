import { Refusal } from "../deploy/run.ts";

/**
 * Accepts only a Stripe test key, because the following calls make and cancel purchases.
 * @throws Refusal before any call
 */
export function requireTestKey(key: string, whence: string): string {
  const trimmed = key.trim();
  if (/^(sk|rk)_live_/.test(trimmed))
    throw new Refusal(
      `${whence} is a live key. This command makes purchases, so it takes only sk_test_ and rk_test_ keys. Nothing was called.`,
    );
  if (!/^(sk|rk)_test_\w+$/.test(trimmed))
    throw new Refusal(
      `${whence} is no key of Stripe's test mode (sk_test_… or rk_test_…). Nothing was called.`,
    );
  return trimmed;
}
