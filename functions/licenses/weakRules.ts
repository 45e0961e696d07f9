import { isWeak } from "#shared/licenses/fingerprint.ts";
import type { License } from "#shared/licenses/license.ts";

/** Whether other computers may have the same fingerprint. Always false if an operator trusts the key. */
export const isWeakOn = ({ extras }: Pick<License, "extras">, fingerprint: string): boolean =>
  extras?.isTrusted !== true && isWeak(fingerprint);
