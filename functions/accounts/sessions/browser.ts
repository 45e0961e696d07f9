import Bowser from "bowser";

/** The browser's own description, such as "Firefox on Windows". Helps to recognize a session; proves nothing. */
export function browserOf(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.length > 1000) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || browser.name === "") return null;
  return os.name === undefined || os.name === "" ? browser.name : `${browser.name} on ${os.name}`;
}
