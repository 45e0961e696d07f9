const LONGEST_REFERRER = 300;

/** Host and path only, because a query may contain private data. @returns null if it is not a web page */
export function referrerOf(header: string | null): string | null {
  const url = header === null ? null : URL.parse(header);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const page = url.host + (url.pathname === "/" ? "" : url.pathname);
  return page.slice(0, LONGEST_REFERRER);
}

/** The first three numbers of an IPv4 address, or the first three groups of an IPv6 address. Never a whole address. */
export function networkOf(address: string | null): string {
  if (address === null) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (mapped.includes(".")) return mapped.split(".").slice(0, 3).join(".");
  const [head = "", tail = ""] = mapped.toLowerCase().split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const rest = tail.split(":").filter((group) => group !== "");
  const zeros = mapped.includes("::") ? Array(8 - groups.length - rest.length).fill("0") : [];
  return [...groups, ...zeros, ...rest].slice(0, 3).join(":");
}

/** Full hours since 1970. */
export const hourOf = (now: Date): number => Math.floor(now.getTime() / 3_600_000);

/** The `CODE` or `CODE/destination` after /r/. Ignores punctuation around both, such as the period of a sentence. */
export function readLink(link: string): { code: string; destinationId: string | null } {
  const [code = "", destinationId = ""] = link
    .split("/")
    .map((part) => part.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
  return { code, destinationId: destinationId === "" ? null : destinationId.toLowerCase() };
}
