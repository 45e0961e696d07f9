import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { ACCESS } from "../../infra/access.ts";
import { STAGES } from "../../infra/names.ts";
import { FUNCTION_PARTS } from "../../infra/stacks.ts";
import { TABLES, VAULT_TABLES } from "../../infra/tables.ts";
import { ofType, one, synthesize, text } from "./synthesized.ts";

const { data } = synthesize({ stage: "prod" });
const vault = one(data, "AWS::Backup::BackupVault");
const { BackupPlanRule: rules } = one(data, "AWS::Backup::BackupPlan").Properties.BackupPlan;
const role = data.Resources.VaultRole?.Properties;

it("the vault becomes locked permanently three days after its creation, and outlives its stack", () => {
  expect(vault).toMatchObject({ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" });
  // Without ChangeableForDays, an administrator could remove the lock.
  expect(vault.Properties.LockConfiguration).toEqual({
    MinRetentionDays: 7,
    MaxRetentionDays: 35,
    ChangeableForDays: 3,
  });
});

it("the vault is encrypted with the service's key, which cannot be deleted", () => {
  expect(vault.Properties.EncryptionKeyArn).toBeUndefined();
});

it("the vault keeps daily copies for 7 days and weekly copies for 35 days, and its lock allows both", () => {
  const { MinRetentionDays, MaxRetentionDays } = vault.Properties.LockConfiguration;
  type Rule = {
    ScheduleExpression: string;
    Lifecycle: { DeleteAfterDays: number };
    TargetBackupVault: unknown;
  };
  expect(
    rules.map(({ ScheduleExpression, Lifecycle }: Rule) => [ScheduleExpression, Lifecycle.DeleteAfterDays]),
  ).toEqual([
    ["cron(0 6 * * ? *)", 7],
    ["cron(0 7 ? * SUN *)", 35],
  ]);
  for (const { Lifecycle, TargetBackupVault } of rules as Rule[]) {
    expect(TargetBackupVault).toEqual({ Ref: "Vault" });
    expect(Lifecycle.DeleteAfterDays).toBeGreaterThanOrEqual(MinRetentionDays);
    expect(Lifecycle.DeleteAfterDays).toBeLessThanOrEqual(MaxRetentionDays);
  }
});

it("the vault has exactly the tables with what people own and are owed", () => {
  expect([...VAULT_TABLES].sort()).toEqual([
    "Affiliates",
    "Audit",
    "Events",
    "Grants",
    "Payouts",
    "Promotions",
    "Seats",
    "Users",
  ]);
  const { Resources } = one(data, "AWS::Backup::BackupSelection").Properties.BackupSelection;
  const named = Resources.map((arn: unknown) => /table\/(.+)$/.exec(text(arn))?.[1]);
  expect(named.sort()).toEqual(
    VAULT_TABLES.map((table) => `${BRAND.slug}-prod-${table.toLowerCase()}`).sort(),
  );
  const page = readFileSync(
    path.resolve(import.meta.dirname, "../../docs/decisions/how-is-data-kept-and-restored.md"),
    "utf8",
  );
  for (const table of Object.keys(TABLES)) expect(page, table).toContain(table);
});

it("the role that fills the vault can read only the vault's tables, and only AWS Backup can assume the role", () => {
  const [trust] = role.AssumeRolePolicyDocument.Statement;
  expect(trust).toMatchObject({ Principal: { Service: "backup.amazonaws.com" }, Action: "sts:AssumeRole" });
  const [copy, put] = role.Policies[0].PolicyDocument.Statement;
  expect(copy.Action).toEqual([
    "dynamodb:DescribeTable",
    "dynamodb:ListTagsOfResource",
    "dynamodb:StartAwsBackupJob",
  ]);
  expect(copy.Resource).toHaveLength(VAULT_TABLES.length);
  expect(put.Resource).toEqual({ "Fn::GetAtt": ["Vault", "BackupVaultArn"] });
});

it("no function can reach the vault", () => {
  const templates = synthesize({ stage: "prod" });
  expect(Object.keys(ACCESS).length).toBeGreaterThan(100);
  for (const part of FUNCTION_PARTS) expect(JSON.stringify(templates[part])).not.toContain("backup:");
});

it.each(STAGES.filter((stage) => stage !== "prod"))(
  "stage %s has no vault, so that the stage can be removed",
  (stage) => {
    const { data } = synthesize({ stage });
    for (const type of ["Vault", "Plan", "Selection"])
      expect(ofType(data, `AWS::Backup::Backup${type}`)).toEqual([]);
  },
);
