/** Beside the measured one, the status page shows it too, whose script is without the other claims (content.ts). */
export const CLAIMED_UPTIME = "99.9%";
