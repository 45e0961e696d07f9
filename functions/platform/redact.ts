import { LICENSE_KEY_IN_TEXT } from "#shared/licenses/masked.ts";

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

const REPLACED: readonly (readonly [pattern: RegExp, by: (found: string) => string])[] = [
  // Access tokens and signed leases, then Stripe's keys and secrets.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, () => "[token]"],
  [/\b(?:sk|rk|whsec)_[A-Za-z0-9_]{8,}/g, () => "[secret]"],
  // API keys of any brand.
  [/\b[a-z]+_key_[0-9A-Za-z]{46}\b/g, () => "[secret]"],
  [LICENSE_KEY_IN_TEXT, (key) => `${key.slice(0, 5)}-…`],
  [
    /([\w.+-])[\w.+-]*@([\w-]+(?:\.[\w-]+)+)/g,
    (address) => `${address[0]}…${address.slice(address.indexOf("@"))}`,
  ],
  [
    new RegExp(`(?<![\\d.])(?:${OCTET}\\.){3}${OCTET}(?![\\d.])`, "g"),
    (address) => `${address.split(".").slice(0, 3).join(".")}.0/24`,
  ],
  // IPv6 in full or shortened with `::`. The first three groups identify the network.
  [/(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])/gi, toNetwork],
  [/(?<![\w:])[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?(?![\w:])/gi, toNetwork],
];

function toNetwork(address: string): string {
  const [known = ""] = address.split("::");
  return `${known.split(":").slice(0, 3).join(":")}::/48`;
}

/** Removes tokens, keys and whole addresses from a log line (docs/privacy.md). */
export function redact(text: string): string {
  return REPLACED.reduce((line, [pattern, by]) => line.replaceAll(pattern, by), text);
}
