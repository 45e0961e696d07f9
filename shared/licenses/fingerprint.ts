/**
 * A fingerprint of several parts: `fp3.` and, for each part, one letter that names its kind and 16 characters of its
 * salted hash, separated by dots: `fp3.cAAAAAAAAAAAAAAAA.DAAAAAAAAAAAAAAAA`. A capital letter marks a strong part, one
 * that hardly two computers share; which are strong depends on the system, so the client says it. Clients before 1.3
 * send `fp2.` without capitals, clients before version 1 one opaque string. packages/license-client makes these; its
 * vectors hold both sides to one rule.
 */
const FORM = /^fp([23])\.(.+)$/;
const PART = /^([A-Za-z])([A-Za-z0-9_-]{16})$/;
/** Disk, installation and network. */
const STRONG_BEFORE = "din";
const FEWEST_STRONG = 2;

/**
 * What clients before 1.3 send for the optical drive of a virtual machine, which all machines of its kind share:
 * `ata-VBOX_CD-ROM_VB0-01f003f6`, `ata-VBOX_CD-ROM_VB2-01700376` and `ata-QEMU_DVD-ROM_QM00001` to `QM00005`, hashed.
 */
const SHARED_DISKS = [
  "QRJ-S09957cQDs3b",
  "OHLB63SnDSR89IO3",
  "6Q1yqxxrs_4b3RYu",
  "ESngtdJkMqUfSDN4",
  "puiRDdrchxW21Hj5",
  "osYU1iHdxNICj2T0",
  "9FpS3sQnwfFpHmSy",
];

type Part = { hash: string; isStrong: boolean };

/** @returns the parts by kind, a lower-case letter; undefined for an opaque fingerprint */
export function partsOf(fingerprint: string): ReadonlyMap<string, Part> | undefined {
  const [, version, text] = FORM.exec(fingerprint) ?? [];
  if (text === undefined) return undefined;
  const parts = new Map<string, Part>();
  for (const each of text.split(".")) {
    const [, letter, hash] = PART.exec(each) ?? [];
    if (letter === undefined || hash === undefined) return undefined;
    const kind = letter.toLowerCase();
    if (parts.has(kind) || (version === "2" && letter !== kind)) return undefined;
    const isStrong = version === "2" ? STRONG_BEFORE.includes(kind) : letter !== kind;
    parts.set(kind, { hash, isStrong: isStrong && !SHARED_DISKS.includes(hash) });
  }
  return parts;
}

/**
 * Whether two fingerprints are of one computer: all their parts are equal, or two strong parts are, or one strong part
 * and every weak one. A part is strong where both say so. A new disk with a new installation leaves the network
 * adapter and the model; another computer of the same model has no strong part in common.
 */
export function isSameComputer(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [partsOf(one), partsOf(other)];
  if (!first || !second) return false;
  const common = [...first].flatMap(([kind, { hash, isStrong }]) => {
    const match = second.get(kind);
    return match ? [{ isEqual: match.hash === hash, isStrong: match.isStrong && isStrong }] : [];
  });
  const equal = common.filter(({ isEqual }) => isEqual);
  if (equal.length === Math.max(first.size, second.size)) return true;
  const strong = equal.filter(({ isStrong }) => isStrong).length;
  const weak = common.filter(({ isStrong }) => !isStrong);
  return strong >= 2 || (strong === 1 && weak.length > 0 && weak.every(({ isEqual }) => isEqual));
}

/** A computer that shows so little that others could pass for it. An opaque fingerprint is its client's word. */
export function isWeak(fingerprint: string): boolean {
  const parts = partsOf(fingerprint);
  return parts !== undefined && [...parts.values()].filter(({ isStrong }) => isStrong).length < FEWEST_STRONG;
}

/** A client before version 1 made up its fingerprint; the same installation may replace it with its computer's. */
export function mayReplace(old: string, next: string): boolean {
  return partsOf(old) === undefined && partsOf(next) !== undefined;
}
