import { isbot } from "isbot";
import type { Click } from "#shared/affiliates/activity.ts";

/** Browsers and the apps that show pages all begin like this; what does not is a program. */
const BROWSER = /^(Mozilla\/5\.0|Opera\/)/;

/**
 * Automated visitors: crawlers, previews of messengers, monitors, libraries. They say so themselves, in words that
 * isbot lists; this does not detect one that pretends to be a browser.
 */
export function isBot(userAgent: string | null): boolean {
  return userAgent === null || !BROWSER.test(userAgent) || isbot(userAgent);
}

export function deviceOf(userAgent: string | null): Click["device"] {
  if (userAgent === null || isBot(userAgent)) return "bot";
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  return /Mobi|iPhone|iPod|Android/i.test(userAgent) ? "mobile" : "desktop";
}
