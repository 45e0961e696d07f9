import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeyId, MaskedKey, maskKey } from "#shared/licenses/masked.ts";
import { keyIdOf, licenseKeyOf } from "../../../functions/platform/keyId.ts";
import { refuseStrangers } from "../../../functions/platform/origin.ts";
import { newLicenseKey } from "../../../functions/platform/random.ts";
import { originHashes } from "../../../scripts/deploy/originHashes.ts";

const arrivedWith = (secret: string): void => {
  vi.stubEnv("ORIGIN_HASHES", originHashes(secret));
  refuseStrangers({ headers: { "x-origin-secret": secret } });
};
beforeEach(() => arrivedWith("origin"));
afterEach(() => {
  vi.unstubAllEnvs();
});

const KEYS = [
  ...Array.from({ length: 50 }, newLicenseKey),
  "00000-00000-00000-00000-00000",
  "ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ",
];

test("a key has one id, which can be decrypted and contains no part of the key", () => {
  for (const key of KEYS) {
    const id = keyIdOf(key);
    expect(licenseKeyOf(id)).toBe(key);
    expect(keyIdOf(key)).toBe(id);
    expect(KeyId.safeParse(id).success).toBe(true);
    for (const group of key.split("-")) expect(id).not.toContain(group);
  }
  expect(new Set(KEYS.map(keyIdOf)).size).toBe(KEYS.length);
});

test("a key cannot be derived from its id without the secret", () => {
  const id = keyIdOf(KEYS[0] ?? "");
  arrivedWith("another");
  expect(licenseKeyOf(id)).not.toBe(KEYS[0]);
  expect(keyIdOf(KEYS[0] ?? "")).not.toBe(id);
});

test("a text that is not an id stays unchanged", () => {
  for (const text of [KEYS[0] ?? "", "", "nothing", "A".repeat(23), "é".repeat(22)])
    expect(licenseKeyOf(text)).toBe(text);
});

test("a list accepts a masked key, but not a whole key", () => {
  expect(maskKey("7K3MQ-9X2VD-4H8TN-R6WBC-PJ5ZE")).toBe("7K3MQ…PJ5ZE");
  for (const key of KEYS) {
    expect(MaskedKey.safeParse(maskKey(key)).success).toBe(true);
    expect(MaskedKey.safeParse(key).success).toBe(false);
    expect(KeyId.safeParse(key).success).toBe(false);
  }
});
