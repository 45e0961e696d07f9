import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { readPublicKey } from "../../packages/license-client/src/jws.ts";
import { nodeCrypto } from "../../packages/license-client/src/node/crypto.ts";
import { createTrust } from "../../packages/license-client/src/trust.ts";
import { connectAws } from "../../scripts/aws/aws.ts";
import { findRegion } from "../../scripts/aws/region.ts";
import { originHashes } from "../../scripts/deploy/originHashes.ts";
import { nextLeaseKeys, type PublicLeaseKeys } from "../../scripts/leaseKeys.ts";
import { rollLeaseKeys } from "../../scripts/leasesNext.ts";
import { rollOrigin } from "../../scripts/originNext.ts";
import { setSecrets } from "../../scripts/secretsSet.ts";
import { unsignedToken } from "../../scripts/signToken.ts";
import { type Cloud, startCloud } from "../infra/cloud.ts";
import {
  cloudWith,
  KEY,
  LEASE,
  LEASE_KEY,
  LEASE_KEY_BEFORE,
  ORIGIN,
  outcomeOf,
  STAGE,
  STRIPE,
  storedIn,
} from "../infra/commandBench.ts";
import { runProgram } from "../infra/program.ts";

describe("signing in", () => {
  it("reads the region from AWS_REGION, then from AWS_DEFAULT_REGION", async () => {
    expect(await findRegion({ AWS_REGION: "eu-central-1", AWS_DEFAULT_REGION: "eu-west-3" })).toBe(
      "eu-central-1",
    );
    expect(await findRegion({ AWS_REGION: "", AWS_DEFAULT_REGION: "us-gov-west-1" })).toBe("us-gov-west-1");
    await expect(findRegion({ AWS_REGION: "eu-west" })).rejects.toThrow('"eu-west" is not an AWS region.');
  });

  it("reads the region from the profile, and says where to set a missing one", async () => {
    const cloud = await cloudWith({});
    const config = path.join(mkdtempSync(path.join(tmpdir(), "aws-")), "config");
    writeFileSync(
      config,
      "[profile shop]\nregion = ap-southeast-2\naws_access_key_id = a\naws_secret_access_key = b\n",
    );
    const without = { AWS_REGION: undefined, AWS_CONFIG_FILE: config };
    const args = [...STAGE, "--email", "boss@example.com"];
    const none = await runProgram(cloud, "operatorCreate.ts", args, { env: without });
    expect(none).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/No AWS region is set.*AWS_REGION[\s\S]*export AWS_REGION=eu-west-1/),
    });
    expect(none.stderr).not.toMatch(/\n\s+at /);
    expect(cloud.calls).toEqual([]);
    await runProgram(cloud, "operatorCreate.ts", args, { env: { ...without, AWS_PROFILE: "shop" } });
    expect(cloud.calls).toContain(`ap-southeast-2 ssm PutParameter /${BRAND.slug}/prod/operator-email`);
  });

  it("says how to sign in if no one is signed in, and changes nothing", async () => {
    const cloud = await cloudWith({});
    const nobody = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
    const ended = await runProgram(cloud, "secretsSet.ts", STAGE, { input: `${KEY}\n`, env: nobody });
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(/not signed in to AWS. Run/) });
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(cloud.known.size).toBe(0);
  });

  it("distinguishes a failed network from a missing sign-in", async () => {
    const gone = await startCloud({});
    await gone.close();
    const credentials = { accessKeyId: "a", secretAccessKey: "b" };
    await expect(connectAws({ endpoint: gone.endpoint, region: "eu-west-1", credentials })).rejects.toThrow(
      /AWS could not be reached[\s\S]*ECONNREFUSED/,
    );
  });
});

describe("secrets:set", () => {
  const secrets = (cloud: Cloud, answer: string) =>
    outcomeOf((say) => setSecrets(STAGE, { connect: cloud.connect, say, ask: async () => answer }));

  it("as a separate process, stores the input without printing it", async () => {
    const cloud = await cloudWith({});
    const ended = await runProgram(cloud, "secretsSet.ts", STAGE, { input: `${KEY}\n` });
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/stored[\s\S]*signs leases/) });
    expect(storedIn(cloud, STRIPE)).toEqual({ secretKey: KEY, webhookSecrets: [] });
    expect(storedIn(cloud, LEASE).current.kid).toBeTypeOf("string");
    expect([ended.stdout, ended.stderr, ...cloud.calls].join()).not.toContain(KEY);
  });

  it("keeps all values if nothing is typed", async () => {
    const cloud = await cloudWith({ [STRIPE]: "{}" });
    expect(await runProgram(cloud, "secretsSet.ts", STAGE)).toMatchObject({ status: 0 });
    expect(cloud.known.get(STRIPE)).toBe("{}");
    expect(storedIn(cloud, LEASE).current.kid).toBeTypeOf("string");
  });

  it("stores the quota of concurrent functions, which decides about a deployment's reservations", async () => {
    const cloud = await cloudWith({});
    await secrets(cloud, "");
    expect(Number(cloud.known.get(`/${BRAND.slug}/prod/functions-at-once`))).toBeGreaterThan(0);
  });

  it("keeps the webhooks' secrets when the key changes", async () => {
    const before = { webhookSecrets: ["one"], connectWebhookSecrets: ["two"], secretKey: "before" };
    const cloud = await cloudWith({ [STRIPE]: JSON.stringify(before) });
    await secrets(cloud, KEY);
    expect(storedIn(cloud, STRIPE)).toEqual({ ...before, secretKey: KEY });
  });

  it("changes nothing in a second run with an empty answer", async () => {
    const cloud = await cloudWith({});
    await secrets(cloud, KEY);
    const before = new Map(cloud.known);
    expect(await secrets(cloud, "")).toBe("");
    expect(cloud.known).toEqual(before);
  });

  it("refuses a key of the wrong kind and changes nothing", async () => {
    const cloud = await cloudWith({});
    expect(await secrets(cloud, KEY.replace("live", "test"))).toMatch(/begins with sk_live_ or rk_live_/);
    expect(cloud.known.size).toBe(0);
  });

  it("does not overwrite a value that it cannot read", async () => {
    const cloud = await cloudWith({ [STRIPE]: "edited by hand" });
    expect(await secrets(cloud, KEY)).toMatch(
      new RegExp(`secret ${BRAND.slug}/prod/stripe is not JSON. Correct it`),
    );
    expect(cloud.known.get(STRIPE)).toBe("edited by hand");
  });

  it("creates no new lease key if the current one could not be read", async () => {
    const cloud = await cloudWith({ [LEASE]: "kept" }, new RegExp(`GetParameter ${LEASE}`));
    expect(await secrets(cloud, "")).toMatch(new RegExp(`parameter ${LEASE} could not be read`));
    expect(cloud.known.get(LEASE)).toBe("kept");
  });
});

describe("rolling a key", () => {
  const leases = (cloud: Cloud) => ({
    roll: () => outcomeOf((say) => rollLeaseKeys(STAGE, { connect: cloud.connect, say })),
    set: () => outcomeOf((say) => setSecrets(STAGE, { connect: cloud.connect, say, ask: async () => "" })),
    arns: () => [LEASE_KEY, LEASE_KEY_BEFORE].map((name) => cloud.known.get(name)),
  });
  /** Whether a client that pins the first key trusts the current one. */
  const trusted = (pinned: { kid: string; x: string }, { chain, current }: PublicLeaseKeys): boolean => {
    const trust = createTrust(
      "issuer",
      [readPublicKey(pinned, nodeCrypto)].flatMap((key) => key ?? []),
      nodeCrypto,
    );
    trust.follow(chain);
    return trust.knows(`${unsignedToken(current.kid, "lease+jwt", {})}.`);
  };

  it("creates the next key in KMS, signs it with the previous key, and deletes no key", async () => {
    const cloud = await cloudWith({});
    const { roll, set, arns } = leases(cloud);
    expect(await roll()).toMatch(/Create the first key: npm run operate -- secrets:set --stage prod/);
    await set();
    const [first] = [storedIn(cloud, LEASE)];
    expect(arns()).toEqual([first.arn, first.arn]);
    const said = await roll();
    expect(said).toMatch(/signs leases once you deploy: npm run deploy -- --stage prod/);
    expect(said).toContain(
      `schedule the deletion of the previous key in KMS, which costs a dollar a month: ${first.arn}`,
    );
    const second = storedIn(cloud, LEASE);
    expect(second.previous).toEqual(first.current);
    expect(arns()).toEqual([second.arn, first.arn]);
    await roll();
    expect(trusted(first.current, storedIn(cloud, LEASE))).toBe(true);
    expect(cloud.calls.join()).not.toContain("ScheduleKeyDeletion");
  });

  it.each([LEASE, "/lease-key-arn", "/lease-key-before-arn"])(
    "keeps the current key and its permission to sign if writing %s fails",
    async (failing) => {
      const cloud = await cloudWith({}, undefined);
      const { set } = leases(cloud);
      await set();
      const before = storedIn(cloud, LEASE);
      const cut = await cloudWith(Object.fromEntries(cloud.known), new RegExp(`PutParameter .*${failing}`));
      const { roll, arns } = leases(cut);
      expect(await roll()).toMatch(/could not be written/);
      expect(storedIn(cut, LEASE)).toEqual(before);
      expect(arns()).toContain(before.arn);
    },
  );

  it("moves an older release's key into KMS, and its clients trust the new key", async () => {
    const secret = `${BRAND.slug}/prod/lease`;
    const old = nextLeaseKeys(nextLeaseKeys());
    const cloud = await cloudWith({ [secret]: JSON.stringify(old) });
    const { set } = leases(cloud);
    await set();
    expect(trusted(old.current, storedIn(cloud, LEASE))).toBe(true);
    expect(cloud.known.get(LEASE)).not.toContain(old.current.d);
  });

  it("replaces the secret between CloudFront and the API in two steps, each with a deployment", async () => {
    const cloud = await cloudWith({
      [ORIGIN]: "first",
      [`/${BRAND.slug}/prod/origin-accepted`]: originHashes("first"),
    });
    const roll = () => outcomeOf((say) => rollOrigin(STAGE, { connect: cloud.connect, say }));
    const deploy = () =>
      cloud.known.set(`/${BRAND.slug}/prod/origin-accepted`, originHashes(cloud.known.get(ORIGIN) ?? ""));
    expect(await roll()).toMatch(/Added a second value. Deploy/);
    const [old, made] = (cloud.known.get(ORIGIN) ?? "").split(",");
    expect(old).toBe("first");
    expect(made).toMatch(/^[A-Za-z0-9]{48}$/);

    expect(await roll()).toMatch(/not deployed yet: npm run deploy -- --stage prod/);
    expect(cloud.known.get(ORIGIN)).toBe(`first,${made}`);
    deploy();
    expect(await roll()).toMatch(/Only the new value is left/);
    expect(cloud.known.get(ORIGIN)).toBe(made);
  });
});
