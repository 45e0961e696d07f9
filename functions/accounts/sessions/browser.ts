import Bowser from "bowser";

/** The browser and system that the user agent claims, such as "Firefox on Windows". Proves nothing. */
export function browserOf(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.length > 1000) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || browser.name === "") return null;
  return os.name === undefined || os.name === "" ? browser.name : `${browser.name} on ${os.name}`;
}
