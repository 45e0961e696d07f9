import { createHash, createHmac, createPrivateKey, sign } from "node:crypto";

/** What the vectors share. The keys are made of fixed seeds, so that the files only change with the protocol. */
export const ISSUER = "https://shop.example.com";
export const DAY = 86_400_000;
export const START = Date.parse("2026-03-15T12:00:00.000Z");
export const ACTIVATION = "2f1c7a52-activation";
export const hashed = (text: string) => createHash("sha256").update(text).digest("base64url");

export function keyOf(seed: string) {
  const d = createHash("sha256").update(`vector key ${seed}`).digest();
  // RFC 8410: an Ed25519 private key in PKCS #8 is these bytes and the seed.
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), d]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const x = String(key.export({ format: "jwk" }).x);
  const kid = hashed(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }));
  return { key, jwk: { kid, kty: "OKP" as const, crv: "Ed25519" as const, x } };
}
export const [pinned, later, stranger] = [keyOf("pinned"), keyOf("later"), keyOf("stranger")];

export const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
export function token(
  by: typeof pinned,
  typ: string,
  claims: unknown,
  header: Record<string, unknown> = {},
): string {
  const signed = `${encode({ alg: "EdDSA", kid: by.jwk.kid, typ, ...header })}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), by.key).toString("base64url")}`;
}

const hash = (letter: string, value: string) => `${letter}${hashed(value).slice(0, 16)}`;
export const machine = (values: Record<string, string>) =>
  `fp3.${Object.entries(values)
    .map(([letter, value]) => hash(letter, value))
    .join(".")}`;
export const DESK = { b: "board", c: "cpu", D: "disk", I: "install", N: "network" };
export const FINGERPRINT = machine(DESK);

const LETTERS = { board: "b", cpu: "c", disk: "d", install: "i", network: "n" };
/** As the library makes it, by the protocol's words and without the library. */
export const fingerprint = (
  values: Partial<Record<string, string>>,
  product: string,
  strong: readonly string[] = ["disk", "install", "network"],
) =>
  `fp3.${Object.entries(LETTERS)
    .flatMap(([kind, letter]) => {
      const value = values[kind]?.trim().toLowerCase();
      if (!value) return [];
      const code = createHmac("sha256", product).update(`${kind}:${value}`).digest("base64url");
      return [(strong.includes(kind) ? letter.toUpperCase() : letter) + code.slice(0, 16)];
    })
    .join(".")}`;
export const numbered = <T extends object>(tests: readonly T[]) =>
  tests.map((test, index) => ({ id: index + 1, ...test }));
