import { Aws, RemovalPolicy } from "aws-cdk-lib";
import { CfnBackupPlan, CfnBackupSelection, CfnBackupVault } from "aws-cdk-lib/aws-backup";
import { CfnRole } from "aws-cdk-lib/aws-iam";
import { acknowledgeCopies } from "./checks.ts";
import { arn, type Names } from "./names.ts";
import type { Scope } from "./scope.ts";
import { VAULT_TABLES } from "./tables.ts";

/** As many days as point-in-time recovery, so that a deleted account disappears from all copies on the same day. */
const MAX_DAYS = 35;
const MIN_DAYS = 7;
/** AWS's minimum. After these days, nobody can remove the lock. */
const DAYS_TO_CHANGE_YOUR_MIND = 3;

/**
 * A vault with copies of the tables that hold what people own. Its lock (compliance mode) prevents even root and AWS
 * from deleting a copy early. The service encrypts the copies with a key that cannot be deleted.
 */
export function createVault(scope: Scope): void {
  const { stack, names } = scope;
  const vault = new CfnBackupVault(stack, "Vault", {
    backupVaultName: names.prefix,
    lockConfiguration: {
      minRetentionDays: MIN_DAYS,
      maxRetentionDays: MAX_DAYS,
      changeableForDays: DAYS_TO_CHANGE_YOUR_MIND,
    },
  });
  vault.applyRemovalPolicy(RemovalPolicy.RETAIN);
  const plan = new CfnBackupPlan(stack, "VaultPlan", {
    backupPlan: {
      backupPlanName: names.prefix,
      backupPlanRule: [
        copies(vault, "daily", "cron(0 6 * * ? *)", MIN_DAYS),
        copies(vault, "weekly", "cron(0 7 ? * SUN *)", MAX_DAYS),
      ],
    },
  });
  new CfnBackupSelection(stack, "VaultSelection", {
    backupPlanId: plan.ref,
    backupSelection: {
      selectionName: names.prefix,
      iamRoleArn: createRole(scope, vault).attrArn,
      resources: tablesOf(names),
    },
  });
}

/** A rule of the plan. Its schedule is in UTC, after the nightly comparison with Stripe. */
function copies(
  vault: CfnBackupVault,
  ruleName: string,
  scheduleExpression: string,
  deleteAfterDays: number,
) {
  return {
    ruleName,
    targetBackupVault: vault.ref,
    scheduleExpression,
    startWindowMinutes: 60,
    completionWindowMinutes: 6 * 60,
    lifecycle: { deleteAfterDays },
  };
}

function createRole({ stack, stage, names }: Scope, vault: CfnBackupVault): CfnRole {
  const anyCopy = arn("backup", "recovery-point:*");
  const role = new CfnRole(stack, "VaultRole", {
    description: `Copies tables of ${stage} into the vault`,
    assumeRolePolicyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Service: "backup.amazonaws.com" },
          Action: "sts:AssumeRole",
          Condition: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
        },
      ],
    },
    policies: [
      {
        policyName: "own",
        policyDocument: {
          Version: "2012-10-17",
          Statement: [
            {
              Sid: "Copy",
              Effect: "Allow",
              Action: ["DescribeTable", "ListTagsOfResource", "StartAwsBackupJob"].map(
                (a) => `dynamodb:${a}`,
              ),
              Resource: tablesOf(names),
            },
            {
              Sid: "PutIntoVault",
              Effect: "Allow",
              Action: ["backup:DescribeBackupVault", "backup:CopyIntoBackupVault"],
              Resource: vault.attrBackupVaultArn,
            },
            { Sid: "TagCopies", Effect: "Allow", Action: ["backup:TagResource"], Resource: anyCopy },
          ],
        },
      },
    ],
  });
  acknowledgeCopies(role);
  return role;
}

const tablesOf = (names: Names) =>
  VAULT_TABLES.map((table) => arn("dynamodb", `table/${names.table(table)}`));
