import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connectAws } from "../../scripts/aws/aws.ts";
import { findRegion } from "../../scripts/aws/region.ts";
import { originHashes } from "../../scripts/deploy/originHashes.ts";
import { rollLeaseKeys } from "../../scripts/leasesNext.ts";
import { createOperator } from "../../scripts/operatorCreate.ts";
import { rollOrigin } from "../../scripts/originNext.ts";
import { setSecrets } from "../../scripts/secretsSet.ts";
import { connectStripe } from "../../scripts/stripe/connect.ts";
import { keepStripe } from "../../scripts/stripeSetup.ts";
import { type Bench, startBench } from "../local/stripe/sandbox.ts";
import { ACCOUNT, type Cloud, startCloud } from "./cloud.ts";
import { runProgram } from "./program.ts";

const STAGE = ["--stage", "prod"];
const KEY = ["sk", "live", "of_this_test"].join("_");
const STRIPE = "articlip/prod/stripe";
const LEASE = "articlip/prod/lease";
const ORIGIN = "articlip/prod/origin";
const SITE = "https://a.example";

async function cloudWith(known: Readonly<Record<string, string>>, failing?: RegExp): Promise<Cloud> {
  const cloud = await startCloud(known, failing);
  onTestFinished(async () => {
    await cloud.close();
  });
  return cloud;
}

/** What a command said, or the sentence with which it refused. */
async function outcomeOf(command: (say: (line: string) => void) => unknown): Promise<string> {
  const said: string[] = [];
  try {
    await command((line) => said.push(line));
  } catch (error) {
    said.push(error instanceof Error ? error.message : String(error));
  }
  return said.join("\n");
}

const storedIn = (cloud: Cloud, name: string) => JSON.parse(cloud.known.get(name) ?? "{}");

describe("signing in", () => {
  it("takes the region from AWS_REGION, then from AWS_DEFAULT_REGION", async () => {
    expect(await findRegion({ AWS_REGION: "eu-central-1", AWS_DEFAULT_REGION: "eu-west-3" })).toBe(
      "eu-central-1",
    );
    expect(await findRegion({ AWS_REGION: "", AWS_DEFAULT_REGION: "us-gov-west-1" })).toBe("us-gov-west-1");
    await expect(findRegion({ AWS_REGION: "eu-west" })).rejects.toThrow('"eu-west" is not an AWS region.');
  });

  it("takes it from the profile, and says where to set it if it is nowhere", async () => {
    const cloud = await cloudWith({});
    const config = path.join(mkdtempSync(path.join(tmpdir(), "aws-")), "config");
    writeFileSync(
      config,
      "[profile shop]\nregion = ap-southeast-2\naws_access_key_id = a\naws_secret_access_key = b\n",
    );
    const without = { AWS_REGION: undefined, AWS_CONFIG_FILE: config };
    const args = [...STAGE, "--email", "boss@example.com"];
    const none = await runProgram(cloud, "operatorCreate.ts", args, { env: without });
    expect(none.stderr).toMatch(/No AWS region is set.*AWS_REGION[\s\S]*export AWS_REGION=eu-west-1/);
    expect(cloud.calls).toEqual([]);
    await runProgram(cloud, "operatorCreate.ts", args, { env: { ...without, AWS_PROFILE: "shop" } });
    expect(cloud.calls).toContain("ap-southeast-2 ssm PutParameter /articlip/prod/operator-email");
  });

  it("says how to sign in where nobody is, and changes nothing", async () => {
    const cloud = await cloudWith({});
    const nobody = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
    const ended = await runProgram(cloud, "secretsSet.ts", STAGE, { input: `${KEY}\n`, env: nobody });
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(/not signed in to AWS. Run/) });
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(cloud.known.size).toBe(0);
  });

  it("tells a network that is down from a person who is not signed in", async () => {
    const gone = await startCloud({});
    await gone.close();
    const credentials = { accessKeyId: "a", secretAccessKey: "b" };
    await expect(connectAws({ endpoint: gone.endpoint, region: "eu-west-1", credentials })).rejects.toThrow(
      /AWS could not be reached[\s\S]*ECONNREFUSED/,
    );
  });
});

describe("operator:create", () => {
  const operator = (cloud: Cloud, ...more: string[]) =>
    outcomeOf((say) => createOperator([...STAGE, ...more], { connect: cloud.connect, say }));
  const POOLS = {
    "/articlip/prod/user-pool-id": "pool",
    "/articlip/prod/operator-pool-id": "operators",
  };
  const EMAIL = ["--email", "boss@example.com"];
  const changes = ({ calls }: Cloud) =>
    calls
      .filter((line) => / (cognito-idp|dynamodb) /.test(line) && !/AdminGetUser|ListUsers/.test(line))
      .map((line) => line.split(" ").slice(2).join(" "));

  it("does nothing for somebody who is not signed in", async () => {
    const cloud = await cloudWith(POOLS, /GetCallerIdentity/);
    expect(await operator(cloud, ...EMAIL)).toMatch(/not signed in to AWS/);
    expect(cloud.known.size).toBe(2);
  });

  it("asks for an address that is one, and remembers it", async () => {
    const cloud = await cloudWith(POOLS);
    expect(await operator(cloud, "--email", "boss")).toMatch(/--email you@example\.com/);
    expect(await operator(cloud)).toMatch(/--email you@example\.com/);
    await operator(cloud, ...EMAIL);
    expect(await operator(cloud)).toMatch(/boss@example\.com is an operator/);
  });

  it("keeps the address where there is no pool yet, and says what comes first", async () => {
    const empty = await cloudWith({});
    expect(await operator(empty, ...EMAIL)).toMatch(
      /no operators' user pool yet. Run npm run deploy -- --stage prod/,
    );
    expect(empty.known.get("/articlip/prod/operator-email")).toBe("boss@example.com");
  });

  it("makes an account in the operators' pool and no customer's, and again without a new password", async () => {
    const cloud = await cloudWith(POOLS);
    const said = await operator(cloud, ...EMAIL);
    expect(said).toMatch(
      /boss@example\.com is an operator[\s\S]*Temporary password, valid for one day: \w{20}/,
    );
    expect(changes(cloud)).toEqual([
      "AdminCreateUser operators/boss@example.com",
      "AdminAddUserToGroup operators/boss@example.com",
      "AdminUserGlobalSignOut operators/boss@example.com",
      "UpdateItem articlip-prod-users",
    ]);
    expect(await operator(cloud, ...EMAIL)).not.toContain("Temporary password");
    expect(changes(cloud).slice(4)).toEqual([
      "AdminAddUserToGroup operators/boss@example.com",
      "AdminUserGlobalSignOut operators/boss@example.com",
      "UpdateItem articlip-prod-users",
    ]);
  });

  it("resets the second factor or the password of an account, and ends its sessions after that", async () => {
    const cloud = await cloudWith({ ...POOLS, "operators/boss@example.com": "sub-1" });
    expect(await operator(cloud, ...EMAIL, "--reset-factor")).toMatch(/next sign-in sets up a new one/);
    expect(changes(cloud)).toEqual([
      "AdminDeleteSoftwareToken operators/boss@example.com",
      "AdminAddUserToGroup operators/boss@example.com",
      "AdminUserGlobalSignOut operators/boss@example.com",
      "UpdateItem articlip-prod-users",
    ]);
    expect(await operator(cloud, ...EMAIL, "--reset-password")).toMatch(/Temporary password/);
    expect(changes(cloud)[4]).toBe("AdminSetUserPassword operators/boss@example.com");
  });

  it("takes the operators of an earlier release out of the customers' group, and removes the group", async () => {
    const cloud = await cloudWith({ ...POOLS, "group of pool": "boss@example.com" });
    expect(await operator(cloud, ...EMAIL)).toMatch(/boss@example\.com was an operator as a customer/);
    expect(changes(cloud).slice(0, 3)).toEqual([
      "AdminRemoveUserFromGroup pool/boss@example.com",
      "AdminUserGlobalSignOut pool/boss@example.com",
      "DeleteGroup pool/",
    ]);
    expect(changes(cloud)[3]).toBe("AdminCreateUser operators/boss@example.com");
    expect(await operator(cloud, ...EMAIL)).not.toContain("as a customer");
  });

  it("does not take a failure for a missing account", async () => {
    expect(await operator(await cloudWith(POOLS, /AdminGetUser/), ...EMAIL)).toMatch(
      /operator's account of boss@example\.com could not be read/,
    );
  });
});

describe("secrets:set", () => {
  const secrets = (cloud: Cloud, answer: string) =>
    outcomeOf((say) => setSecrets(STAGE, { connect: cloud.connect, say, ask: async () => answer }));

  it("stores what a person types or pipes in, as a process of its own, and shows none of it", async () => {
    const cloud = await cloudWith({});
    const ended = await runProgram(cloud, "secretsSet.ts", STAGE, { input: `${KEY}\n` });
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/stored[\s\S]*sign leases/) });
    expect(storedIn(cloud, STRIPE)).toEqual({ secretKey: KEY, webhookSecrets: [] });
    expect(storedIn(cloud, LEASE).current.kid).toBeTypeOf("string");
    expect([ended.stdout, ended.stderr, ...cloud.calls].join()).not.toContain(KEY);
  });

  it("keeps everything where nothing is typed", async () => {
    const cloud = await cloudWith({ [STRIPE]: "{}" });
    expect(await runProgram(cloud, "secretsSet.ts", STAGE)).toMatchObject({ status: 0 });
    expect(cloud.known.get(STRIPE)).toBe("{}");
    expect(storedIn(cloud, LEASE).current.kid).toBeTypeOf("string");
  });

  it("keeps the webhooks' secrets beside the key", async () => {
    const before = { webhookSecrets: ["one"], connectWebhookSecrets: ["two"], secretKey: "before" };
    const cloud = await cloudWith({ [STRIPE]: JSON.stringify(before) });
    await secrets(cloud, KEY);
    expect(storedIn(cloud, STRIPE)).toEqual({ ...before, secretKey: KEY });
  });

  it("leaves everything as it is when run again with an empty answer", async () => {
    const cloud = await cloudWith({});
    await secrets(cloud, KEY);
    const before = new Map(cloud.known);
    expect(await secrets(cloud, "")).toBe("");
    expect(cloud.known).toEqual(before);
  });

  it("takes no key of the wrong kind, and changes nothing then", async () => {
    const cloud = await cloudWith({});
    expect(await secrets(cloud, KEY.replace("live", "test"))).toMatch(/begins with sk_live_ or rk_live_/);
    expect(cloud.known.size).toBe(0);
  });

  it("does not write over a value that it cannot read", async () => {
    const cloud = await cloudWith({ [STRIPE]: "edited by hand" });
    expect(await secrets(cloud, KEY)).toMatch(/secret articlip\/prod\/stripe is not JSON. Correct it/);
    expect(cloud.known.get(STRIPE)).toBe("edited by hand");
  });

  it("makes no new lease keys because the old ones could not be read", async () => {
    const cloud = await cloudWith({ [LEASE]: "kept" }, /GetSecretValue articlip\/prod\/lease/);
    expect(await secrets(cloud, "")).toMatch(/secret articlip\/prod\/lease could not be read/);
    expect(cloud.known.get(LEASE)).toBe("kept");
  });
});

describe("rolling a key", () => {
  it("makes the next lease key beside the public half of the one before, and shows neither", async () => {
    const cloud = await cloudWith({});
    const roll = () => outcomeOf((say) => rollLeaseKeys(STAGE, { connect: cloud.connect, say }));
    expect(await roll()).toMatch(/Make the first: npm run secrets:set -- --stage prod/);
    await outcomeOf((say) => setSecrets(STAGE, { connect: cloud.connect, say, ask: async () => "" }));
    const before = storedIn(cloud, LEASE);
    const said = await roll();
    const after = storedIn(cloud, LEASE);
    expect(after.previous).toEqual({ ...before.current, d: undefined });
    expect(after.current.kid).not.toBe(before.current.kid);
    expect(said).toContain(after.current.kid);
    expect(said).not.toContain(after.current.d);
  });

  it("rolls the header between CloudFront and the API in two steps, with a deployment after each", async () => {
    const cloud = await cloudWith({
      [ORIGIN]: "first",
      "/articlip/prod/origin-accepted": originHashes("first"),
    });
    const roll = () => outcomeOf((say) => rollOrigin(STAGE, { connect: cloud.connect, say }));
    const deploy = () =>
      cloud.known.set("/articlip/prod/origin-accepted", originHashes(cloud.known.get(ORIGIN) ?? ""));
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

describe("stripe:setup", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
    await bench.control("portal/save");
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    for (const { id } of await endpoints()) await bench.stripe.webhookEndpoints.del(id);
  });
  const endpoints = async () => (await bench.stripe.webhookEndpoints.list()).data;
  const READY = {
    [STRIPE]: JSON.stringify({ secretKey: KEY, webhookSecrets: ["before"] }),
    "/articlip/prod/site-url": SITE,
  };
  const setup = (cloud: Cloud, ...more: string[]) =>
    outcomeOf((say) =>
      keepStripe([...STAGE, ...more], {
        connect: cloud.connect,
        say,
        now: () => new Date(bench.now() * 1000),
        stripeOf: () => bench.stripe,
      }),
    );

  it("says what comes first: the key, then the site's address", async () => {
    expect(await setup(await cloudWith({}))).toMatch(/npm run secrets:set -- --stage prod/);
    expect(await setup(await cloudWith({ [STRIPE]: READY[STRIPE] ?? "" }))).toMatch(
      /npm run deploy -- --stage prod/,
    );
  });

  it("as a process of its own stores prices and each endpoint's secret, and nothing new when run again", async () => {
    const { secretKey } = bench.sandbox;
    const cloud = await cloudWith({ ...READY, [STRIPE]: JSON.stringify({ secretKey }) });
    const run = () =>
      runProgram(cloud, "stripeSetup.ts", STAGE, { env: { STRIPE_API_URL: bench.sandbox.url } });
    const first = await run();
    expect(first).toMatchObject({ status: 0, stderr: "" });
    const made = expect.stringMatching(/^whsec_/);
    expect(storedIn(cloud, STRIPE)).toEqual({
      secretKey,
      webhookSecrets: [made],
      connectWebhookSecrets: [made],
    });
    for (const name of ["monthly", "lifetime"])
      expect(cloud.known.get(`/articlip/prod/stripe/price-${name}`)).toMatch(/^price_/);
    const [secret] = storedIn(cloud, STRIPE).webhookSecrets;
    expect([first.stdout, first.stderr, ...cloud.calls].join()).not.toContain(secret);

    const before = [new Map(cloud.known), await endpoints()];
    expect((await run()).status).toBe(0);
    expect([cloud.known, await endpoints()]).toEqual(before);
  });

  it("says in a sentence that Stripe does not accept the key", async () => {
    const cloud = await cloudWith(READY);
    const ended = await runProgram(cloud, "stripeSetup.ts", STAGE, {
      env: { STRIPE_API_URL: bench.sandbox.url },
    });
    expect(ended.stderr).toMatch(/Stripe refused: Invalid API Key[\s\S]*npm run secrets:set -- --stage prod/);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it("finds an endpoint whose secret could not be stored, and replaces it", async () => {
    const failing = await cloudWith(READY, /PutSecretValue/);
    expect(await setup(failing)).toMatch(/secret articlip\/prod\/stripe could not be written/);
    const [lost] = await endpoints();
    expect(storedIn(failing, STRIPE)).toEqual({ secretKey: KEY, webhookSecrets: ["before"] });

    const cloud = await cloudWith({ ...READY, [STRIPE]: JSON.stringify({ secretKey: KEY }) });
    expect(await setup(cloud)).toContain(`Removed the webhook ${lost?.id}`);
    const after = await endpoints();
    expect(after).toHaveLength(2);
    expect(after.map(({ id }) => id)).not.toContain(lost?.id);
    expect(storedIn(cloud, STRIPE).webhookSecrets).toHaveLength(1);
    expect(await setup(cloud)).not.toMatch(/Created|Removed/);
  });

  it("replaces an endpoint whose secret was written over", async () => {
    const cloud = await cloudWith(READY);
    await setup(cloud);
    const { webhookSecrets } = storedIn(cloud, STRIPE);
    cloud.known.set(STRIPE, JSON.stringify({ secretKey: KEY, webhookSecrets }));
    expect(await setup(cloud)).toMatch(/Created the webhook[\s\S]*Removed the webhook/);
    const kept = storedIn(cloud, STRIPE);
    expect(kept.webhookSecrets).toEqual(webhookSecrets);
    expect(kept.connectWebhookSecrets).toHaveLength(1);
    expect(await endpoints()).toHaveLength(2);
  });

  it("rolls a secret without a gap: the endpoint before it stays until the functions know the new one", async () => {
    const cloud = await cloudWith(READY);
    await setup(cloud);
    const [first] = storedIn(cloud, STRIPE).webhookSecrets;
    expect(await setup(cloud, "--roll", "own")).toMatch(
      /still delivers meanwhile. Run this again in ten minutes/,
    );
    expect(storedIn(cloud, STRIPE).webhookSecrets).toEqual([expect.stringMatching(/^whsec_/), first]);
    expect(await endpoints()).toHaveLength(3);
    await bench.forward({ minutes: 9 });
    expect(await setup(cloud)).toMatch(/still delivers meanwhile/);
    await bench.forward({ minutes: 2 });
    expect(await setup(cloud)).toMatch(/Removed the webhook/);
    expect(await endpoints()).toHaveLength(2);
    expect(await setup(cloud, "--roll", "both")).toMatch(/--roll own .* or --roll connected/);
  });

  it("ends a roll that broke off, whichever call it was that failed", async () => {
    const { webhookEndpoints } = bench.stripe;
    const { create, update } = webhookEndpoints;
    for (const broken of ["create", "update"] as const) {
      const cloud = await cloudWith(READY);
      await setup(cloud);
      webhookEndpoints[broken] = () => Promise.reject(new Error("Stripe is down"));
      expect(await setup(cloud, "--roll", "own")).toMatch(/Stripe is down/);
      Object.assign(webhookEndpoints, { create, update });
      await setup(cloud);
      await bench.forward({ minutes: 11 });
      await setup(cloud);
      expect(await setup(cloud)).not.toMatch(/Created|Removed|still/);
      expect(await endpoints()).toHaveLength(2);
      for (const { id } of await endpoints()) await webhookEndpoints.del(id);
    }
  });

  it("enables an endpoint again that Stripe disabled because it failed for days", async () => {
    const cloud = await cloudWith(READY);
    await setup(cloud);
    const [endpoint] = await endpoints();
    await bench.stripe.webhookEndpoints.update(endpoint?.id ?? "", { disabled: true });
    await setup(cloud);
    expect((await endpoints()).map(({ status }) => status)).toEqual(["enabled", "enabled"]);
  });

  it("keeps the secret of one endpoint where the other cannot be made", async () => {
    const cloud = await cloudWith(READY);
    const { webhookEndpoints } = bench.stripe;
    const create = webhookEndpoints.create.bind(webhookEndpoints);
    webhookEndpoints.create = (params, ...more) => {
      if (params.connect) throw new Error("Stripe is down");
      return create(params, ...more);
    };
    expect(await setup(cloud)).toMatch(/Stripe is down/);
    webhookEndpoints.create = create;
    expect(storedIn(cloud, STRIPE).webhookSecrets).toHaveLength(2);
  });

  it("hands a key to Stripe or to a sandbox on this machine, and to nobody else", () => {
    expect(() => connectStripe(KEY, "https://stripe.example.com")).toThrow(
      /can only name a sandbox on this machine/,
    );
    expect(() => connectStripe(KEY, "http://10.0.0.1:80")).toThrow(/10\.0\.0\.1/);
    expect(connectStripe(KEY, "").getApiField("host")).toBe("api.stripe.com");
  });
});

it("uploads the installers first and what describes them last, none of them to be kept by CloudFront", async () => {
  const cloud = await cloudWith({});
  const folder = mkdtempSync(path.join(tmpdir(), "installers-"));
  mkdirSync(path.join(folder, "downloads"));
  for (const file of ["articlip-setup.exe", "articlip.dmg"])
    writeFileSync(path.join(folder, "downloads", file), file);
  expect(await runProgram(cloud, "downloads.ts", [folder, ...STAGE])).toMatchObject({ status: 0 });
  const bucket = `articlip-prod-downloads-${ACCOUNT}`;
  expect(cloud.calls.filter((line) => line.includes(" s3 "))).toEqual(
    ["articlip-setup.exe", "articlip.dmg", "manifest.json"].map(
      (file) => `eu-west-1 s3 PUT ${bucket}/downloads/${file}`,
    ),
  );
  for (const { headers } of cloud.files.values()) expect(headers["cache-control"]).toBe("no-cache");
});
