import { isbot } from "isbot";
import type { Click } from "#shared/affiliates/activity.ts";

/** The user agents of browsers and in-app browsers start like this. Everything else is a program. */
const BROWSER = /^(Mozilla\/5\.0|Opera\/)/;

/**
 * Detects crawlers, link previews, monitors and libraries by their own user agents (isbot's list). A bot that pretends
 * to be a browser is not detected.
 */
export function isBot(userAgent: string | null): boolean {
  return userAgent === null || !BROWSER.test(userAgent) || isbot(userAgent);
}

export function deviceOf(userAgent: string | null): Click["device"] {
  if (userAgent === null || isBot(userAgent)) return "bot";
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  return /Mobi|iPhone|iPod|Android/i.test(userAgent) ? "mobile" : "desktop";
}
