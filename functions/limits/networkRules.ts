type Address = { readonly bits: 32 | 128; readonly value: bigint };

function parseV4(text: string): Address | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return undefined;
  return { bits: 32, value: parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n) };
}

function parseV6(text: string): Address | undefined {
  const [head = "", tail, ...more] = text.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const left = groups(head);
  const right = groups(tail ?? "");
  const missing = 8 - left.length - right.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return undefined;
  const all = [...left, ...Array<string>(missing).fill("0"), ...right];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return { bits: 128, value: all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n) };
}

/** Treats an IPv4-mapped IPv6 address (`::ffff:203.0.113.7`) as IPv4. */
function parseAddress(text: string): Address | undefined {
  return parseV4(text.replace(/^::ffff:(?=[\d.]+$)/i, "")) ?? parseV6(text);
}

const prefixOf = ({ bits, value }: Address, length: number): bigint => value >> BigInt(bits - length);

/** The network of an address: its /24, or its /48 for IPv6. Undefined for invalid text. */
export function networkOf(text: string): string | undefined {
  const address = parseAddress(text);
  if (!address) return undefined;
  const length = address.bits === 32 ? 24 : 48;
  return `${prefixOf(address, length).toString(16)}/${length}`;
}

/** @param networks such as `198.51.100.0/24` or `2001:db8::/32`; an invalid network contains no address */
export function isWithin(text: string, networks: readonly string[]): boolean {
  const address = parseAddress(text);
  return address !== undefined && networks.some((network) => contains(network, address));
}

function contains(network: string, address: Address): boolean {
  const [base = "", suffix = ""] = network.trim().split("/");
  const start = parseAddress(base);
  const length = Number(suffix);
  if (!start || !/^\d+$/.test(suffix) || length > start.bits || start.bits !== address.bits) return false;
  return prefixOf(start, length) === prefixOf(address, length);
}
