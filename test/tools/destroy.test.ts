import { assert, expect, it, onTestFinished } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { Stage } from "../../infra/names.ts";
import { PARTS } from "../../infra/stacks.ts";
import { Refusal } from "../../scripts/deploy/run.ts";
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
  const said: string[] = [];
  const pauses: number[] = [];
  const outcome = await destroy(["--stage", stage], {
    connect: cloud.connect,
    say: (line) => said.push(line),
    ask: async () => left.shift() ?? "",
    now: () => new Date("2026-11-22T12:00:00Z"),
    pause: async (milliseconds) => pauses.push(milliseconds),
  }).then(
    () => "removed",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { outcome, calls: cloud.calls, said, pauses };
}

/** The remaining resources, with their state if it is unusual. */
const left = (estate: Estate) =>
  [...estate].map(([name, { state }]) => [name, state].filter(Boolean).join(": "));
/** These keys remain for some days, because KMS delays a deletion. */
const KEYS_OF_DEV = [
  `alias/${BRAND.slug}-dev-alarms`,
  `the key in /${BRAND.slug}/dev/lease-key-arn`,
  `the key in /${BRAND.slug}/dev/lease-key-before-arn`,
].map((key) => `key ${key}: PendingDeletion`);
const KEPT_OF_PROD = new RegExp(
  `^(backup|pool|vault) ${BRAND.slug}-prod|^bucket ${BRAND.slug}-prod-(logs|trail)|^secret .*: deleted|^key .*: Pending`,
);

it("destroy removes dev with everything that its stacks retain, and no resource of another stage", async () => {
  const estate = estateOf("dev");
  const prod = estateOf("prod");
  for (const [name, thing] of prod) estate.set(name, thing);
  const { outcome, said, calls } = await run(estate, "dev");
  expect([outcome, said.at(-1)]).toEqual(["removed", expect.stringMatching(/^dev is removed/)]);
  expect(left(estate).filter((name) => name.includes("dev"))).toEqual(KEYS_OF_DEV);
  expect(left(estate).filter((name) => name.includes("prod"))).toEqual(left(estateOf("prod")));
  expect(calls.filter((line) => CHANGES.test(line) && line.includes("prod"))).toEqual([]);
});

it("destroy removes all buckets of staging, including the trail's", async () => {
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

it("destroy deletes the stacks in reverse order, and then backs up the tables", async () => {
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
  ["prod", ["prod", "prod"]],
] as const)("destroy removes nothing of %s for the answers %j", async (stage, answers) => {
  const { outcome, calls } = await run(estateOf(stage), stage, { answers });
  expect(outcome).toBe("Nothing was removed.");
  expect(calls.filter((line) => CHANGES.test(line))).toEqual([]);
});

it("destroy refuses to remove dev while dev has a live key of Stripe", async () => {
  const known = { [`${BRAND.slug}/dev/stripe`]: liveKey };
  const { outcome, calls } = await run(estateOf("dev"), "dev", { known });
  expect(outcome).toMatch(/dev has a live key of Stripe.*Nothing was removed/);
  expect(outcome).not.toContain(liveKey);
  expect(calls.filter((line) => CHANGES.test(line))).toEqual([]);
  expect((await run(estateOf("dev"), "dev")).outcome).toBe("removed");
});

it("destroy can be repeated after any operation has failed", async () => {
  const estate = estateOf("prod");
  // Destroy calls these operations in this order, and each run resumes where the previous run failed.
  for (const operation of [
    "DeleteStack .*site",
    "ScheduleKeyDeletion .*alarms",
    "UpdateTerminationProtection",
    "DescribeBackup",
    "CreateBackup .*users",
    "UpdateTable .*users",
    "DeleteTable .*users",
    "s3 POST .*downloads",
    "s3 DELETE .*downloads",
    "ScheduleKeyDeletion .*lease",
    "DeleteParameter",
    "DeleteSecret .*origin",
    "DeleteSecret .*stripe",
  ]) {
    const { outcome, calls } = await run(estate, "prod", { failing: new RegExp(operation) });
    expect(outcome).toMatch(/AccessDenied/);
    expect(calls.at(-1)).toMatch(new RegExp(operation));
    // Running backups complete in the meantime.
    for (const thing of estate.values()) if (thing.state === "BACKING UP") thing.state = "ACTIVE";
  }
  expect((await run(estate, "prod")).outcome).toBe("removed");
  expect(left(estate).filter((name) => !KEPT_OF_PROD.test(name))).toEqual([]);
});

it("destroy keeps the alarms' key until it has deleted the stacks", async () => {
  const { calls } = await run(estateOf("prod"), "prod", { failing: /DeleteStack .*site/ });
  expect(calls.some((line) => line.includes(`DeleteStack ${BRAND.slug}-prod-watch`))).toBe(true);
  expect(calls.join()).not.toContain("ScheduleKeyDeletion");
});

it("destroy can be repeated in dev after the removal of a user pool has failed", async () => {
  const estate = estateOf("dev");
  for (const operation of ["UpdateUserPool", "DeleteUserPool"])
    expect((await run(estate, "dev", { failing: new RegExp(operation) })).outcome).toMatch(
      /user pools of dev[\s\S]*AccessDenied/,
    );
  expect((await run(estate, "dev")).outcome).toBe("removed");
  expect((await run(estate, "dev")).outcome).toBe("removed");
  expect(left(estate)).toEqual(KEYS_OF_DEV);
});

it("destroy keeps a table that it could not back up, and continues past a table that is already being deleted", async () => {
  const estate = estateOf("prod");
  const { outcome } = await run(estate, "prod", { failing: /CreateBackup .*users/ });
  expect(outcome).toMatch(
    new RegExp(`${BRAND.slug}-prod-users could not be backed up, so it was not removed`),
  );
  expect(estate.get(`table ${BRAND.slug}-prod-users`)).toEqual({ isProtected: true });
  Object.assign(estate.get(`table ${BRAND.slug}-prod-users`) ?? {}, { state: "DELETING" });
  expect((await run(estate, "prod")).outcome).toBe("removed");
});

it("destroy removes a table only after its backup is complete", async () => {
  const estate = estateOf("prod");
  Object.assign(estate.get(`table ${BRAND.slug}-prod-users`) ?? {}, { isSlow: true });
  const { outcome, pauses } = await run(estate, "prod");
  expect({ outcome, pauses }).toEqual({ outcome: "removed", pauses: [2000] });
  expect(estate.has(`backup ${BRAND.slug}-prod-users`)).toBe(true);
});

it("destroy asks no question if no region is set", async () => {
  const failed = destroy(["--stage", "dev"], {
    connect: () => Promise.reject(new Refusal("No AWS region is set.")),
    say: () => assert.fail("said something"),
    ask: () => assert.fail("asked something"),
    now: () => assert.fail(),
    pause: () => assert.fail(),
  });
  await expect(failed).rejects.toThrow("No AWS region is set.");
});
