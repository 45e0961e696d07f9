import { parseLicenseKey } from "#shared/licenses/key.ts";
import type { Declaration } from "#shared/refunds/withdrawal.ts";
import { findByAddress } from "../../directory/index.ts";
import { findLatestLicense } from "../../licenses/index.ts";

/** Finds the owner by the license key, or else by the address. Looks up both, so that timing reveals nothing. */
export async function ownerOf({ email, contract }: Declaration): Promise<string | null> {
  const licenseKey = parseLicenseKey(contract);
  const [license, named] = await Promise.all([
    licenseKey ? findLatestLicense(licenseKey) : undefined,
    findByAddress(email),
  ]);
  return license?.userId ?? named;
}
