import Bowser from "bowser";

/** What a browser says it is: "Firefox on Windows"; null where it does not say. For its owner to recognize, no proof. */
export function browserOf(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.length > 1000) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || browser.name === "") return null;
  return os.name === undefined || os.name === "" ? browser.name : `${browser.name} on ${os.name}`;
}
