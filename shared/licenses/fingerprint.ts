/**
 * A fingerprint of several parts begins with `fp3`, and dots separate the parts:
 * `fp3.cAAAAAAAAAAAAAAAA.DAAAAAAAAAAAAAAAA`. A part is one letter for its kind and 16 characters of a salted hash. A
 * capital letter marks a strong part, which two computers hardly ever share. The client decides which parts are strong,
 * since that depends on the operating system. Clients before 1.3 send `fp2.` without capitals; clients before version 1
 * send one opaque string. packages/license-client creates fingerprints, and its test vectors also test this file.
 */
const FORM = /^fp([23])\.(.+)$/;
const PART = /^([A-Za-z])([A-Za-z0-9_-]{16})$/;
/** Disk, installation and network: strong in fingerprints without capitals. */
const STRONG_BEFORE = "din";
const FEWEST_STRONG = 2;

/**
 * Hashes of a virtual machine's optical drive, which clients before 1.3 send and all machines of a kind share:
 * `ata-VBOX_CD-ROM_VB0-01f003f6`, `ata-VBOX_CD-ROM_VB2-01700376` and `ata-QEMU_DVD-ROM_QM00001` to `QM00005`.
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
 * Whether two fingerprints belong to one computer: all parts are equal, or two strong parts, or one strong part and
 * every weak one. A part is strong if both sides mark it. A new disk with a new installation keeps the network adapter
 * and the model; another computer of the same model shares no strong part.
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

/** Whether other computers could have the same parts. False for an opaque fingerprint, which cannot be judged. */
export function isWeak(fingerprint: string): boolean {
  const parts = partsOf(fingerprint);
  return parts !== undefined && [...parts.values()].filter(({ isStrong }) => isStrong).length < FEWEST_STRONG;
}

/** Clients before version 1 invented their fingerprint; after an update, they may replace it with the computer's. */
export function mayReplace(old: string, next: string): boolean {
  return partsOf(old) === undefined && partsOf(next) !== undefined;
}
