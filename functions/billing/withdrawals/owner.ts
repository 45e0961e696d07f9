import { UserRow } from "#shared/accounts/userRow.ts";
import type { Declaration } from "#shared/billing/withdrawal.ts";
import { parseLicenseKey } from "#shared/licenses/key.ts";
import { foldEmail } from "../../insights/rules.ts";
import { findByName } from "../../insights/tables/directory.ts";
import { findLatestLicense } from "../../licenses/table.ts";

/** Whose contract is meant: by the license key, else by the address. Both are looked up, so that neither takes longer. */
export async function ownerOf({ email, contract }: Declaration): Promise<string | null> {
  const licenseKey = parseLicenseKey(contract);
  const address = foldEmail(email);
  const [license, { rows }] = await Promise.all([
    licenseKey ? findLatestLicense(licenseKey) : undefined,
    findByName(address, { list: "users", limit: 1 }),
  ]);
  const named = rows.map((row) => UserRow.parse(row)).find((user) => foldEmail(user.email) === address);
  return license?.userId ?? named?.id ?? null;
}
