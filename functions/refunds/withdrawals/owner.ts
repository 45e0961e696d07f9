import { parseLicenseKey } from "#shared/licenses/key.ts";
import type { Declaration } from "#shared/refunds/withdrawal.ts";
import { findByAddress } from "../../directory/index.ts";
import { findLatestLicense } from "../../licenses/index.ts";

/** Whose contract is meant: by the license key, else by the address. Both are looked up, so that neither takes longer. */
export async function ownerOf({ email, contract }: Declaration): Promise<string | null> {
  const licenseKey = parseLicenseKey(contract);
  const [license, named] = await Promise.all([
    licenseKey ? findLatestLicense(licenseKey) : undefined,
    findByAddress(email),
  ]);
  return license?.userId ?? named;
}
