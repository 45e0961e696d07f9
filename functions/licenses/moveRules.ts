import { isSameComputer, mayReplace } from "#shared/licenses/fingerprint.ts";
import type { License } from "#shared/licenses/license.ts";
import { lastGroup } from "#shared/licenses/replacement.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTime } from "#shared/words.ts";

/**
 * The mail about a computer that takes an empty seat for the first time. The seat's very first computer triggers a mail
 * only if the owner approved its code, because a stranger may have sent that code to the owner. A returning computer
 * triggers no mail.
 */
export function moveMail(
  before: License,
  { id, userId, licenseKey, device, activationCount }: License,
): Mail | undefined {
  if (before.device !== null || device === null) return undefined;
  if (before.visits.length === 0 && !device.isByCode) return undefined;
  if (before.visits.some(({ fingerprint }) => mayBe(fingerprint, device.fingerprint))) return undefined;
  return {
    id: `seat-moved:${id}:${activationCount}`,
    to: { userId },
    template: "seatMoved",
    data: {
      keyEnd: lastGroup(licenseKey),
      computer: device.computerName,
      when: atTime(device.activatedAt),
    },
  };
}

/** An updated application may send another kind of fingerprint for the same computer. */
const mayBe = (earlier: string, now: string): boolean =>
  isSameComputer(earlier, now) || mayReplace(earlier, now);
