import { namesOf, type Stage } from "../../infra/names.ts";
import { PARTS } from "../../infra/stacks.ts";
import { ACCOUNT, type Answer, badQuery, type Call, json, REGION, refused, xml } from "./cloud.ts";
import { everything, synthesize } from "./synthesized.ts";

type Thing = {
  isProtected?: boolean;
  state?: string;
  objects?: number;
  /** A backup of this resource takes a while to appear. */
  isSlow?: boolean;
};
/** The resources of a stage in an account, by kind and name: `table articlip-dev-users`. */
export type Estate = Map<string, Thing>;

/** A name in a template, which may contain a reference to the account's number. */
type Written = string | { "Fn::Join": [string, (string | object)[]] };
const plain = (name: Written): string =>
  typeof name === "string"
    ? name
    : name["Fn::Join"][1].map((part) => (typeof part === "string" ? part : ACCOUNT)).join("");

/** Resources that are deleted together with their pool. */
const WITH_ITS_POOL = ["AWS::Cognito::UserPoolClient", "AWS::Cognito::UserPoolGroup"];

/**
 * The stacks of a stage and the resources that they retain, read from the templates.
 * @throws if a stack retains an unknown kind of resource, which `npm run operate -- destroy` must remove as well
 */
export function estateOf(stage: Stage): Estate {
  const names = namesOf(stage);
  const estate: Estate = new Map();
  for (const part of PARTS)
    estate.set(`stack ${part === "firewall" ? "us-east-1" : REGION} ${names.stack(part)}`, {
      isProtected: stage !== "dev" && part === "data",
    });
  for (const { Type, Properties, DeletionPolicy } of Object.values(everything(synthesize({ stage })))) {
    if (DeletionPolicy !== "Retain" || WITH_ITS_POOL.includes(Type)) continue;
    if (Type === "AWS::DynamoDB::GlobalTable")
      estate.set(`table ${Properties.TableName}`, {
        isProtected: Properties.Replicas[0].DeletionProtectionEnabled,
      });
    else if (Type === "AWS::S3::Bucket")
      estate.set(`bucket ${plain(Properties.BucketName)}`, { objects: 3 }); // two pages
    else if (Type === "AWS::SecretsManager::Secret") estate.set(`secret ${Properties.Name}`, {});
    else if (Type === "AWS::Cognito::UserPool")
      estate.set(`pool ${Properties.UserPoolName}`, {
        isProtected: Properties.DeletionProtection === "ACTIVE",
      });
    else if (Type === "AWS::KMS::Key") estate.set(`key alias/${names.alarmTopic}`, {});
    else if (Type === "AWS::Backup::BackupVault") estate.set(`vault ${Properties.BackupVaultName}`, {});
    else throw new Error(`A stack retains a ${Type}: remove it in scripts/destroy`);
  }
  for (const name of ["operator-email", "stripe/price-monthly"] as const)
    estate.set(`parameter ${names.parameter(name)}`, {});
  // Commands create these keys, because each key signs the next one.
  for (const name of ["lease-key-arn", "lease-key-before-arn"] as const) {
    estate.set(`parameter ${names.parameter(name)}`, {});
    estate.set(`key ${keyIn(names.parameter(name))}`, {});
  }
  return estate;
}

const keyIn = (parameter: string): string => `the key in ${parameter}`;

const deleted = (estate: Estate, thing: string): Answer => {
  estate.delete(thing);
  return json({});
};
const changed = (thing: Thing | undefined, change: Thing): Answer => {
  Object.assign(thing ?? {}, change);
  return json({});
};
const named = (estate: Estate, kind: string): string[] =>
  [...estate.keys()].filter((key) => key.startsWith(`${kind} `)).map((key) => key.slice(kind.length + 1));

/** Fakes of the services that list, protect and remove resources. They refuse the same calls as the real services. */
export const servicesOf =
  (estate: Estate) =>
  (call: Call): Answer | undefined => {
    if (call.service === "cloudformation") return stackAnswer(estate, call);
    if (call.service === "s3") return bucketAnswer(estate, call);
    if (call.service === "dynamodb") return tableAnswer(estate, call);
    return otherAnswer(estate, call);
  };

function stackAnswer(estate: Estate, { region, operation, resource, body }: Call): Answer {
  // The scripts use a stack's id once they know it.
  const name = resource.replace(/^id of /, "");
  const key = `stack ${region} ${name}`;
  const stack = estate.get(key);
  const status = stack ? "CREATE_COMPLETE" : "DELETE_COMPLETE";
  switch (operation) {
    case "DescribeStacks":
      return stack || name !== resource
        ? xml(
            `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${name}</StackName><StackId>id of ${name}</StackId><StackStatus>${status}</StackStatus><EnableTerminationProtection>${stack?.isProtected === true}</EnableTerminationProtection></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
          )
        : badQuery("ValidationError", `Stack with id ${name} does not exist`);
    case "UpdateTerminationProtection":
      changed(stack, {
        isProtected: new URLSearchParams(body).get("EnableTerminationProtection") === "true",
      });
      return xml("<UpdateTerminationProtectionResponse/>");
    default:
      if (stack?.isProtected) return badQuery("ValidationError", "TerminationProtection is enabled");
      estate.delete(key);
      return xml("<DeleteStackResponse/>");
  }
}

function tableAnswer(estate: Estate, { operation, resource, body }: Call): Answer {
  const key = `table ${resource}`;
  const table = estate.get(key);
  switch (operation) {
    case "ListTables":
      return json({ TableNames: named(estate, "table") });
    case "DescribeTable":
      return table
        ? json({
            Table: {
              // A table stays active during a backup, and DynamoDB refuses to delete it.
              TableStatus: table.state === "DELETING" ? "DELETING" : "ACTIVE",
              DeletionProtectionEnabled: table.isProtected,
            },
          })
        : refused("ResourceNotFoundException");
    case "CreateBackup":
      changed(table, { state: "BACKING UP" });
      return json({ BackupDetails: { BackupArn: `backup of ${resource}`, BackupStatus: "CREATING" } });
    case "DescribeBackup": {
      const of = JSON.parse(body).BackupArn.replace("backup of ", "");
      const asked = estate.get(`table ${of}`);
      const isReady = asked?.isSlow !== true;
      if (isReady) {
        changed(asked, { state: "ACTIVE" });
        estate.set(`backup ${of}`, {});
      } else changed(asked, { isSlow: false });
      const BackupStatus = isReady ? "AVAILABLE" : "CREATING";
      return json({ BackupDescription: { BackupDetails: { BackupStatus } } });
    }
    case "UpdateTable":
      return changed(table, { isProtected: JSON.parse(body).DeletionProtectionEnabled });
    default:
      if (table?.isProtected) return refused("ValidationException");
      if (table?.state && table.state !== "ACTIVE") return refused("ResourceInUseException");
      return deleted(estate, key);
  }
}

/** Each page has one version and one delete marker, except the last page, which has only a delete marker. */
function bucketAnswer(estate: Estate, { operation, resource, body }: Call): Answer {
  const key = `bucket ${resource.replace(/\/$/, "")}`;
  const bucket = estate.get(key);
  if (bucket === undefined) return xml("<Error><Code>NoSuchBucket</Code></Error>", 404);
  const objects = bucket.objects ?? 0;
  switch (operation) {
    case "GET":
      return xml(
        `<ListVersionsResult>${"<Version><Key>a&amp;b</Key><VersionId>1</VersionId></Version>".repeat(objects > 1 ? 1 : 0)}${"<DeleteMarker><Key>c</Key><VersionId>2</VersionId></DeleteMarker>".repeat(Math.min(objects, 1))}</ListVersionsResult>`,
      );
    case "POST":
      changed(bucket, { objects: objects - (body.match(/<VersionId>/g)?.length ?? 0) });
      return xml("<DeleteResult/>");
    default:
      if (objects > 0) return xml("<Error><Code>BucketNotEmpty</Code></Error>", 409);
      estate.delete(key);
      return { ...xml(""), status: 204 };
  }
}

function otherAnswer(estate: Estate, { service, operation, resource, body }: Call): Answer | undefined {
  const input = body.startsWith("{") ? JSON.parse(body) : {};
  const secret = estate.get(`secret ${resource}`);
  const pool = `pool ${input.UserPoolId}`;
  const key = estate.get(`key ${input.KeyId}`);
  switch (`${service} ${operation}`) {
    case "secretsmanager DescribeSecret":
      return secret
        ? json(secret.state ? { Name: resource, DeletedDate: 1 } : { Name: resource })
        : refused("ResourceNotFoundException");
    case "secretsmanager DeleteSecret":
      if (secret?.state) return refused("InvalidRequestException");
      return input.ForceDeleteWithoutRecovery
        ? deleted(estate, `secret ${resource}`)
        : changed(secret, { state: "deleted" });
    case "cognito-idp ListUserPools":
      return json({ UserPools: named(estate, "pool").map((Name) => ({ Id: Name, Name })) });
    case "cognito-idp UpdateUserPool":
      return changed(estate.get(pool), { isProtected: input.DeletionProtection === "ACTIVE" });
    case "cognito-idp DeleteUserPool":
      return estate.get(pool)?.isProtected ? refused("InvalidParameterException") : deleted(estate, pool);
    case "ssm GetParameter":
      if (!resource.includes("lease-key")) return undefined;
      return estate.has(`parameter ${resource}`)
        ? json({ Parameter: { Name: resource, Value: keyIn(resource) } })
        : refused("ParameterNotFound");
    case "kms DescribeKey":
      return key
        ? json({ KeyMetadata: { KeyId: input.KeyId, KeyState: key.state ?? "Enabled" } })
        : refused("NotFoundException");
    case "kms ScheduleKeyDeletion":
      return key?.state ? refused("KMSInvalidStateException") : changed(key, { state: "PendingDeletion" });
    case "ssm GetParametersByPath":
      return json({
        Parameters: named(estate, "parameter")
          .filter((name) => name.startsWith(`${input.Path}/`))
          .map((Name) => ({ Name })),
      });
    case "ssm DeleteParameter":
      return deleted(estate, `parameter ${resource}`);
    default:
      return undefined;
  }
}
