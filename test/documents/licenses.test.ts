import { expect, test } from "vitest";
import { isAllowed, licensedPackages } from "../../scripts/licenses.ts";

test("every package of the lock file has a license that permits commercial use", () => {
  const packages = licensedPackages();
  expect(packages.length).toBeGreaterThan(200);
  expect(packages.filter(({ license }) => !isAllowed(license))).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-or-later)", true],
  ["MIT AND Apache-2.0", true],
  ["GPL-3.0-only", false],
  ["MIT AND GPL-3.0-only", false],
  ["AGPL-3.0-or-later OR SSPL-1.0", false],
  ["SEE LICENSE IN LICENSE.txt", false],
  ["unknown", false],
])("the check whether the license %s is permitted answers %s", (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed);
});
