import { describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { operatorHash } from "../../scripts/operator/hash.ts";
import { createOperator } from "../../scripts/operatorCreate.ts";
import type { Cloud } from "./cloud.ts";
import { cloudWith, outcomeOf, STAGE } from "./commandBench.ts";

describe("operator:create", () => {
  const operator = (cloud: Cloud, ...more: string[]) =>
    outcomeOf((say) => createOperator([...STAGE, ...more], { connect: cloud.connect, say }));
  const POOLS = {
    [`/${BRAND.slug}/prod/user-pool-id`]: "pool",
    [`/${BRAND.slug}/prod/operator-pool-id`]: "operators",
  };
  const EMAIL = ["--email", "boss@example.com"];
  const changes = ({ calls }: Cloud) =>
    calls
      .filter((line) => / (cognito-idp|dynamodb) /.test(line) && !/AdminGetUser|ListUsers/.test(line))
      .map((line) => line.split(" ").slice(2).join(" "));

  it("changes nothing without a sign-in to AWS", async () => {
    const cloud = await cloudWith(POOLS, /GetCallerIdentity/);
    expect(await operator(cloud, ...EMAIL)).toMatch(/not signed in to AWS/);
    expect(cloud.known.size).toBe(2);
  });

  it("says whether alarms and mail reach the operator already or only after the next deployment", async () => {
    const config = (email: string) => ({
      [`${BRAND.slug}-prod-site-111122223333/config.json`]: JSON.stringify({
        backOffice: { operator: operatorHash("operators", email) },
      }),
    });
    const CHANGED = { ...POOLS, [`/${BRAND.slug}/prod/operator-email`]: "boss@example.com" };
    const cloud = await cloudWith({ ...CHANGED, ...config("boss@example.com") });
    const next = ["--email", "next@example.com"];
    for (const _run of ["the first", "the second"])
      expect(await operator(cloud, ...next)).toMatch(
        /still go to the previous operator\. Deploy now: npm run deploy -- --stage prod\. Then confirm Amazon's mails/,
      );
    const deployed = await cloudWith({ ...CHANGED, ...config("next@example.com") });
    expect(await operator(deployed, ...next)).toContain("mail go to next@example.com.");
    expect(await operator(await cloudWith(POOLS), ...next)).toContain("mail will go to next@example.com.");
  });

  it("asks for a valid address and remembers it", async () => {
    const cloud = await cloudWith(POOLS);
    expect(await operator(cloud, "--email", "boss")).toMatch(/--email you@example\.com/);
    expect(await operator(cloud)).toMatch(/--email you@example\.com/);
    await operator(cloud, ...EMAIL);
    expect(await operator(cloud)).toMatch(/boss@example\.com is an operator/);
  });

  it("keeps the address if there is no pool yet, and names the next step", async () => {
    const empty = await cloudWith({});
    expect(await operator(empty, ...EMAIL)).toMatch(
      /no operators' user pool yet. Run npm run deploy -- --stage prod/,
    );
    expect(empty.known.get(`/${BRAND.slug}/prod/operator-email`)).toBe("boss@example.com");
  });

  it("creates an account only in the operators' pool, and keeps its password when run again", async () => {
    const cloud = await cloudWith(POOLS);
    const said = await operator(cloud, ...EMAIL);
    expect(said).toMatch(
      /boss@example\.com is an operator[\s\S]*Temporary password, valid for one day: \w{20}/,
    );
    expect(changes(cloud)).toEqual([
      "AdminCreateUser operators/boss@example.com",
      "AdminAddUserToGroup operators/boss@example.com",
      "AdminUserGlobalSignOut operators/boss@example.com",
      `UpdateItem ${BRAND.slug}-prod-users`,
    ]);
    cloud.known.set("status of operators/boss@example.com", "CONFIRMED");
    expect(await operator(cloud, ...EMAIL)).not.toContain("Temporary password");
    expect(changes(cloud).slice(4)).toEqual([
      "AdminAddUserToGroup operators/boss@example.com",
      "AdminUserGlobalSignOut operators/boss@example.com",
      `UpdateItem ${BRAND.slug}-prod-users`,
    ]);
  });

  it("prints a new temporary password if the last run died before printing one", async () => {
    const dying = await cloudWith(POOLS, /UpdateItem/);
    expect(await operator(dying, ...EMAIL)).not.toContain("Temporary password");
    const again = await cloudWith(Object.fromEntries(dying.known));
    expect(await operator(again, ...EMAIL)).toContain("Temporary password");
    expect(changes(again)[0]).toBe("AdminSetUserPassword operators/boss@example.com");
  });

  it("resets the second factor or the password of an account, and then ends its sessions", async () => {
    const cloud = await cloudWith({ ...POOLS, "operators/boss@example.com": "sub-1" });
    expect(await operator(cloud, ...EMAIL, "--reset-factor")).toMatch(/next sign-in sets up a new one/);
    expect(changes(cloud)).toEqual([
      "AdminDeleteSoftwareToken operators/boss@example.com",
      "AdminAddUserToGroup operators/boss@example.com",
      "AdminUserGlobalSignOut operators/boss@example.com",
      `UpdateItem ${BRAND.slug}-prod-users`,
    ]);
    expect(await operator(cloud, ...EMAIL, "--reset-password")).toMatch(/Temporary password/);
    expect(changes(cloud)[4]).toBe("AdminSetUserPassword operators/boss@example.com");
  });

  it("moves the operators of an earlier release out of the customers' group, and deletes the group", async () => {
    const cloud = await cloudWith({ ...POOLS, "group of pool": "boss@example.com" });
    expect(await operator(cloud, ...EMAIL)).toMatch(
      /boss@example\.com was an operator with a customer's account/,
    );
    expect(changes(cloud).slice(0, 3)).toEqual([
      "AdminRemoveUserFromGroup pool/boss@example.com",
      "AdminUserGlobalSignOut pool/boss@example.com",
      "DeleteGroup pool/",
    ]);
    expect(changes(cloud)[3]).toBe("AdminCreateUser operators/boss@example.com");
    expect(await operator(cloud, ...EMAIL)).not.toContain("as a customer");
  });

  it("does not treat a failure as a missing account", async () => {
    expect(await operator(await cloudWith(POOLS, /AdminGetUser/), ...EMAIL)).toMatch(
      /operator's account of boss@example\.com could not be read/,
    );
  });
});
