import { isWeak } from "#shared/licenses/fingerprint.ts";
import type { License } from "#shared/licenses/license.ts";

/** Whether other computers could pass for this one, and no operator has marked the key as trusted. */
export const isWeakOn = ({ extras }: Pick<License, "extras">, fingerprint: string): boolean =>
  extras?.isTrusted !== true && isWeak(fingerprint);
