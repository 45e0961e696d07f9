import { expect, it, onTestFinished } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { Stage } from "../../infra/names.ts";
import { PARTS } from "../../infra/stacks.ts";
import { destroy } from "../../scripts/destroy.ts";
import { startCloud } from "../infra/cloud.ts";
import { type Estate, estateOf, servicesOf } from "../infra/estate.ts";
import { runProgram } from "../infra/program.ts";

const SECOND = "remove every customer";
const CHANGES = /Delete(?!dDate)|Update|Create|Schedule|s3 (POST|DELETE)/;
const liveKey = JSON.stringify({ secretKey: ["sk", "live", "of_this_test"].join("_") });

async function cloudOf(estate: Estate, failing?: RegExp, known: Record<string, string> = {}) {
  const cloud = await startCloud(known, failing, servicesOf(estate));
  onTestFinished(async () => {
    await cloud.close();
  });
  return cloud;
}

type Given = { failing?: RegExp; known?: Record<string, string>; answers?: readonly string[] };

async function run(estate: Estate, stage: Stage, { failing, known, answers = [stage, SECOND] }: Given = {}) {
  const cloud = await cloudOf(estate, failing, known);
  const left = [...answers];
  const pauses: number[] = [];
  const outcome = await destroy(["--stage", stage], {
    connect: cloud.connect,
    say: () => undefined,
    ask: async () => left.shift() ?? "",
    now: () => new Date("2026-11-22T12:00:00Z"),
    pause: async (milliseconds) => pauses.push(milliseconds),
  }).then(
    () => "removed",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { outcome, calls: cloud.calls, pauses };
}

/** What is there, and in which state where it is not the usual one. */
const left = (estate: Estate) =>
  [...estate].map(([name, { state }]) => [name, state].filter(Boolean).join(": "));
/** KMS deletes a key after days. */
const KEYS_OF_DEV = [
  `alias/${BRAND.slug}-dev-alarms`,
  `the key in /${BRAND.slug}/dev/lease-key-arn`,
  `the key in /${BRAND.slug}/dev/lease-key-before-arn`,
].map((key) => `key ${key}: PendingDeletion`);
const KEPT_OF_PROD = new RegExp(
  `^(backup|pool|vault) ${BRAND.slug}-prod|^bucket ${BRAND.slug}-prod-(logs|trail)|^secret .*: deleted|^key .*: Pending`,
);

it("destroy removes dev and everything that its stacks retain, and nothing of another stage", async () => {
  const estate = estateOf("dev");
  const prod = estateOf("prod");
  for (const [name, thing] of prod) estate.set(name, thing);
  const cloud = await cloudOf(estate);
  const ended = await runProgram(cloud, "destroy.ts", ["--stage", "dev"], { input: "dev\n" });
  expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/dev is removed/) });
  expect(left(estate).filter((name) => name.includes("dev"))).toEqual(KEYS_OF_DEV);
  expect(left(estate).filter((name) => name.includes("prod"))).toEqual(left(estateOf("prod")));
  expect(cloud.calls.filter((line) => CHANGES.test(line) && line.includes("prod"))).toEqual([]);
});

it("destroy removes all buckets of staging, the trail's among them", async () => {
  const estate = estateOf("staging");
  expect([...estate.keys()].filter((name) => name.startsWith("bucket"))).toHaveLength(4);
  expect((await run(estate, "staging")).outcome).toBe("removed");
  expect(left(estate).filter((name) => name.startsWith("bucket"))).toEqual([]);
});

it("destroy asks twice for prod, and keeps backups of the tables, the vault, the user pools, the access logs and the trail", async () => {
  const estate = estateOf("prod");
  const tables = [...estate.keys()].filter((name) => name.startsWith("table "));
  const cloud = await cloudOf(estate);
  const ended = await runProgram(cloud, "destroy.ts", ["--stage", "prod"], { input: `prod\n${SECOND}\n` });
  expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/prod is removed/) });
  expect(ended.stderr).toMatch(/account 111122223333 in eu-west-1[\s\S]*Customers lose/);
  expect(left(estate).filter((name) => !KEPT_OF_PROD.test(name))).toEqual([]);
  expect(left(estate).filter((name) => /^backup/.test(name))).toEqual(
    tables.map((name) => name.replace("table", "backup")),
  );
  expect(left(estate)).toEqual(
    expect.arrayContaining([
      `pool ${BRAND.slug}-prod`,
      `pool ${BRAND.slug}-prod-operators`,
      `vault ${BRAND.slug}-prod`,
    ]),
  );
  expect(left(estate).filter((name) => name.startsWith("bucket"))).toHaveLength(2);
  expect(left(estate).filter((name) => name.startsWith("secret"))).toHaveLength(4);
});

it("destroy backs up what no function writes any longer, and deletes the stacks in the reverse order", async () => {
  const { outcome, calls } = await run(estateOf("prod"), "prod");
  expect(outcome).toBe("removed");
  const steps = calls.flatMap(
    (line) =>
      new RegExp(String.raw`DeleteStack ${BRAND.slug}-prod-(\w+)|(CreateBackup)`).exec(line)?.slice(1) ?? [],
  );
  expect([...new Set(steps.filter(Boolean))]).toEqual([...[...PARTS].reverse(), "CreateBackup"]);
});

it.each([
  ["dev", ["prod"]],
  ["dev", []],
  ["prod", ["dev"]],
  ["prod", ["prod", ""]],
] as const)("destroy removes nothing of %s for the answers %j", async (stage, answers) => {
  const { outcome, calls } = await run(estateOf(stage), stage, { answers });
  expect(outcome).toBe("Nothing was removed.");
  expect(calls.filter((line) => CHANGES.test(line))).toEqual([]);
});

it("destroy ends a process with a wrong second answer, and removes nothing", async () => {
  const cloud = await cloudOf(estateOf("prod"));
  const ended = await runProgram(cloud, "destroy.ts", ["--stage", "prod"], { input: "prod\nprod" });
  expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(/Nothing was removed\.\n/) });
  expect(cloud.calls.filter((line) => CHANGES.test(line))).toEqual([]);
});

it("destroy refuses to remove a stage that took real money, but for prod", async () => {
  const known = { [`${BRAND.slug}/dev/stripe`]: liveKey };
  const { outcome, calls } = await run(estateOf("dev"), "dev", { known });
  expect(outcome).toMatch(/dev has a live key of Stripe.*Nothing was removed/);
  expect(outcome).not.toContain(liveKey);
  expect(calls.filter((line) => CHANGES.test(line))).toEqual([]);
  expect((await run(estateOf("dev"), "dev")).outcome).toBe("removed");
});

it.each([
  "ScheduleKeyDeletion .*alarms",
  "ScheduleKeyDeletion .*lease",
  "UpdateTerminationProtection",
  "DeleteStack .*site",
  "CreateBackup .*users",
  "DescribeBackup",
  "UpdateTable .*users",
  "DeleteTable .*users",
  "s3 POST .*downloads",
  "s3 DELETE .*downloads",
  "DeleteParameter",
  "DeleteSecret .*origin",
  "DeleteSecret .*stripe",
])("destroy can be repeated when %s has failed", async (operation) => {
  const estate = estateOf("prod");
  const failed = await run(estate, "prod", { failing: new RegExp(operation) });
  expect(failed.outcome).toMatch(/AccessDenied/);
  // What was being backed up is complete in the meantime.
  for (const thing of estate.values()) if (thing.state === "BACKING UP") thing.state = "ACTIVE";
  expect((await run(estate, "prod")).outcome).toBe("removed");
  expect(left(estate).filter((name) => !KEPT_OF_PROD.test(name))).toEqual([]);
});

it("destroy keeps the alarms' key while the stage may still be kept", async () => {
  const { calls } = await run(estateOf("prod"), "prod", { failing: /DeleteStack .*site/ });
  expect(calls.some((line) => line.includes(`DeleteStack ${BRAND.slug}-prod-watch`))).toBe(true);
  expect(calls.join()).not.toContain("ScheduleKeyDeletion");
});

it.each(["UpdateUserPool", "DeleteUserPool"])(
  "destroy can be repeated in dev when %s has failed",
  async (operation) => {
    const estate = estateOf("dev");
    expect((await run(estate, "dev", { failing: new RegExp(operation) })).outcome).toMatch(
      /user pools of dev/,
    );
    expect((await run(estate, "dev")).outcome).toBe("removed");
    expect((await run(estate, "dev")).outcome).toBe("removed");
    expect(left(estate)).toEqual(KEYS_OF_DEV);
  },
);

it("destroy keeps a table that cannot be backed up, and one that DynamoDB is deleting already", async () => {
  const estate = estateOf("prod");
  const { outcome } = await run(estate, "prod", { failing: /CreateBackup .*users/ });
  expect(outcome).toMatch(
    new RegExp(`${BRAND.slug}-prod-users could not be backed up, so it was not removed`),
  );
  expect(estate.get(`table ${BRAND.slug}-prod-users`)).toEqual({ isProtected: true });
  Object.assign(estate.get(`table ${BRAND.slug}-prod-users`) ?? {}, { state: "DELETING" });
  expect((await run(estate, "prod")).outcome).toBe("removed");
});

it("destroy removes a table only when its backup is complete", async () => {
  const estate = estateOf("prod");
  Object.assign(estate.get(`table ${BRAND.slug}-prod-users`) ?? {}, { isSlow: true });
  const { outcome, pauses } = await run(estate, "prod");
  expect({ outcome, pauses }).toEqual({ outcome: "removed", pauses: [2000] });
  expect(estate.has(`backup ${BRAND.slug}-prod-users`)).toBe(true);
});

it("destroy says that no region is set, and asks nothing", async () => {
  const cloud = await cloudOf(estateOf("dev"));
  const ended = await runProgram(cloud, "destroy.ts", ["--stage", "dev"], {
    input: "dev\n",
    env: { AWS_REGION: undefined },
  });
  expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(/No AWS region is set/) });
  expect(ended.stderr).not.toMatch(/Type|\n\s+at /);
  expect(cloud.calls).toEqual([]);
});
