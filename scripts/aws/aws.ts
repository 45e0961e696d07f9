import { createPublicKey } from "node:crypto";
import { DeleteRouteSettingsCommand } from "@aws-sdk/client-apigatewayv2";
import { DescribeStacksCommand, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import {
  CreateDistributionCommand,
  CreateInvalidationCommand,
  type DistributionConfig,
  ListDistributionsCommand,
} from "@aws-sdk/client-cloudfront";
import {
  CreateKeyCommand,
  DescribeKeyCommand,
  GetPublicKeyCommand,
  ScheduleKeyDeletionCommand,
  SignCommand,
} from "@aws-sdk/client-kms";
import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import { CopyObjectCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { GetSecretValueCommand, PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { GetAccountCommand, GetEmailIdentityCommand } from "@aws-sdk/client-sesv2";
import { GetTopicAttributesCommand } from "@aws-sdk/client-sns";
import { DeleteParameterCommand, GetParameterCommand, PutParameterCommand } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { BRAND } from "#shared/brand.ts";
import { Refusal } from "../deploy/run.ts";
import { must, orAbsent, reasonOf } from "./answers.ts";
import { type AwsSettings, type Clients, clientsIn } from "./clients.ts";
import { findRegion } from "./region.ts";

type Headers = { readonly cacheControl: string; readonly contentType: string };

/**
 * Signs in to AWS.
 * @param given settings for tests; the default settings come from the environment and the AWS profile
 * @throws Refusal if no region is set or no credentials are found
 */
export async function connectAws(given: Partial<AwsSettings> = {}) {
  const region = given.region ?? (await findRegion());
  const settings = { ...given, region };
  const clients = clientsIn(settings);
  const elsewhere = (other?: string): Clients =>
    other === undefined || other === region ? clients : clientsIn({ ...settings, region: other });
  const account = await signedInAccount(clients);
  return {
    account,
    region,
    /** The SDK's clients, for calls that only one script makes. */
    clients: elsewhere,
    async parameter(name: string, inRegion?: string): Promise<string | undefined> {
      const found = await orAbsent(
        `The parameter ${name}`,
        "ParameterNotFound",
        elsewhere(inRegion)
          .ssm()
          .send(new GetParameterCommand({ Name: name })),
      );
      return found?.Parameter?.Value;
    },
    async putParameter(name: string, value: string): Promise<void> {
      const command = new PutParameterCommand({ Name: name, Value: value, Type: "String", Overwrite: true });
      await must(`The parameter ${name} could not be written.`, clients.ssm().send(command));
    },
    async sealedParameter(name: string): Promise<string | undefined> {
      const command = new GetParameterCommand({ Name: name, WithDecryption: true });
      const request = clients.ssm().send(command);
      return (await orAbsent(`The parameter ${name}`, "ParameterNotFound", request))?.Parameter?.Value;
    },
    async putSealedParameter(name: string, value: string): Promise<void> {
      const given = { Name: name, Value: value, Type: "SecureString", Overwrite: true } as const;
      await must(
        `The parameter ${name} could not be written.`,
        clients.ssm().send(new PutParameterCommand(given)),
      );
    },
    async deleteParameter(name: string): Promise<void> {
      const command = new DeleteParameterCommand({ Name: name });
      await orAbsent(`The parameter ${name}`, "ParameterNotFound", clients.ssm().send(command));
    },
    /** Undefined if the secret does not exist or has no value yet. */
    async secret(name: string): Promise<string | undefined> {
      const found = await orAbsent(
        `The secret ${name}`,
        "ResourceNotFoundException",
        clients.secrets().send(new GetSecretValueCommand({ SecretId: name })),
      );
      return found?.SecretString;
    },
    async secretVersion(name: string): Promise<{ version: string; value: string }> {
      const { VersionId, SecretString } = await must(
        `The secret ${name} could not be read.`,
        clients.secrets().send(new GetSecretValueCommand({ SecretId: name })),
      );
      if (VersionId === undefined || SecretString === undefined)
        throw new Refusal(`The secret ${name} has no value.`);
      return { version: VersionId, value: SecretString };
    },
    async putSecret(name: string, value: string): Promise<void> {
      await must(
        `The secret ${name} could not be written. Run npm run deploy first: it creates the secret.`,
        clients.secrets().send(new PutSecretValueCommand({ SecretId: name, SecretString: value })),
      );
    },
    /** Creates an Ed25519 key in KMS. Its policy lets IAM decide who may sign. */
    async makeSigningKey(description: string): Promise<{ arn: string; x: string }> {
      const failed = "KMS could not make a key.";
      const command = new CreateKeyCommand({
        Description: description,
        KeySpec: "ECC_NIST_EDWARDS25519",
        KeyUsage: "SIGN_VERIFY",
      });
      const { KeyMetadata } = await must(failed, clients.kms().send(command));
      const { KeyId, PublicKey } = await must(
        failed,
        clients.kms().send(new GetPublicKeyCommand({ KeyId: KeyMetadata?.Arn })),
      );
      if (KeyId === undefined || PublicKey === undefined) throw new Refusal(failed);
      const key = createPublicKey({ key: Buffer.from(PublicKey), format: "der", type: "spki" });
      return { arn: KeyId, x: String(key.export({ format: "jwk" }).x) };
    },
    async sign(arn: string, text: string): Promise<Uint8Array> {
      const failed = `The key ${arn} did not sign.`;
      const command = new SignCommand({
        KeyId: arn,
        Message: Buffer.from(text),
        MessageType: "RAW",
        SigningAlgorithm: "ED25519_SHA_512",
      });
      const { Signature } = await must(failed, clients.kms().send(command));
      if (Signature === undefined) throw new Refusal(failed);
      return Signature;
    },
    /** Does nothing if the key does not exist or is already scheduled for deletion. */
    async retireKey(id: string, days: number): Promise<void> {
      const client = clients.kms();
      const found = await orAbsent(
        `The key ${id}`,
        "NotFoundException",
        client.send(new DescribeKeyCommand({ KeyId: id })),
      );
      const key = found?.KeyMetadata;
      if (key === undefined || key.KeyState === "PendingDeletion") return;
      await must(
        `The key ${id} could not be removed.`,
        client.send(new ScheduleKeyDeletionCommand({ KeyId: key.KeyId, PendingWindowInDays: days })),
      );
    },
    /** @throws Refusal if the stack or its output does not exist */
    async output(stack: string, name: string, inRegion?: string): Promise<string> {
      const { Stacks = [] } = await must(
        `The stack ${stack} could not be read. Deploy it first: npm run deploy`,
        elsewhere(inRegion)
          .cloudFormation()
          .send(new DescribeStacksCommand({ StackName: stack })),
      );
      const output = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
      if (output === undefined) throw new Refusal(`The stack ${stack} has no output ${name}.`);
      return output;
    },
    /**
     * The deployed template; undefined if there is no such stack. A stack whose first change set never ran has an empty
     * template.
     */
    async template(stack: string): Promise<string | undefined> {
      const found = await orAbsent(
        `The stack ${stack}`,
        "ValidationError",
        clients.cloudFormation().send(new GetTemplateCommand({ StackName: stack })),
      );
      return found?.TemplateBody || undefined;
    },
    /**
     * CloudFront's reason for refusing distributions to a new account; undefined if it gives none. Asks for a
     * distribution with a cache policy that does not exist, so that CloudFront creates none.
     */
    async cloudFrontRefusal(): Promise<string | undefined> {
      const client = clients.cloudFront();
      const { DistributionList } = await must(
        "CloudFront's distributions could not be listed.",
        client.send(new ListDistributionsCommand({ MaxItems: 1 })),
      );
      if ((DistributionList?.Quantity ?? 0) > 0) return undefined;
      try {
        await client.send(new CreateDistributionCommand({ DistributionConfig: IMPOSSIBLE }));
      } catch (error) {
        const reason = reasonOf(error);
        return /must be verified/i.test(reason) ? reason : undefined;
      }
      return undefined;
    },
    /** The account's concurrency quota in the region, shared by all functions. */
    async functionsAtOnce(): Promise<number> {
      const { AccountLimit } = await must(
        "Lambda's limits could not be read.",
        clients.lambda().send(new GetAccountSettingsCommand({})),
      );
      return AccountLimit?.ConcurrentExecutions ?? 0;
    },
    /** Does nothing if the route has no limit. */
    async deleteRouteLimit(api: string, stage: string, route: string): Promise<void> {
      const command = new DeleteRouteSettingsCommand({ ApiId: api, StageName: stage, RouteKey: route });
      await orAbsent(`The limit of ${route}`, "NotFoundException", clients.apiGateway().send(command));
    },
    /** The number of confirmed subscriptions to a topic; 0 if the topic does not exist. */
    async listenersOf(topic: string): Promise<number> {
      const command = new GetTopicAttributesCommand({
        TopicArn: `arn:aws:sns:${region}:${account}:${topic}`,
      });
      const found = await orAbsent(`The topic ${topic}`, "NotFoundException", clients.sns().send(command));
      return Number(found?.Attributes?.SubscriptionsConfirmed ?? 0);
    },
    async mailStatus(domain: string): Promise<{ isOutOfSandbox: boolean; isVerified: boolean }> {
      const ses = clients.ses();
      const account = await must("SES's account could not be read.", ses.send(new GetAccountCommand({})));
      const identity = await orAbsent(
        `SES's identity ${domain}`,
        "NotFoundException",
        ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain })),
      );
      return {
        isOutOfSandbox: account.ProductionAccessEnabled === true,
        isVerified: identity?.VerifiedForSendingStatus === true,
      };
    },
    async upload(bucket: string, key: string, body: Uint8Array, headers: Headers): Promise<void> {
      const { cacheControl, contentType } = headers;
      await must(
        `${key} could not be uploaded to ${bucket}.`,
        clients.s3().send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: key,
            Body: body,
            CacheControl: cacheControl,
            ContentType: contentType,
          }),
        ),
      );
    },
    async download(bucket: string, key: string): Promise<string | undefined> {
      const request = clients.s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return (await orAbsent(`${key} in ${bucket}`, "NoSuchKey", request))?.Body?.transformToString();
    },
    async copy(bucket: string, from: string, to: string, headers: Headers): Promise<void> {
      const { cacheControl, contentType } = headers;
      await must(
        `${from} could not be copied to ${to} in ${bucket}.`,
        clients.s3().send(
          new CopyObjectCommand({
            Bucket: bucket,
            Key: to,
            CopySource: `${bucket}/${from}`,
            MetadataDirective: "REPLACE",
            CacheControl: cacheControl,
            ContentType: contentType,
          }),
        ),
      );
    },
    /** @param reference CloudFront ignores a second request with the same reference */
    async invalidate(distribution: string, reference: string): Promise<void> {
      const batch = { CallerReference: reference, Paths: { Quantity: 1, Items: ["/*"] } };
      await must(
        "CloudFront's copies could not be invalidated.",
        clients
          .cloudFront()
          .send(new CreateInvalidationCommand({ DistributionId: distribution, InvalidationBatch: batch })),
      );
    },
  };
}
export type Aws = Awaited<ReturnType<typeof connectAws>>;

const IMPOSSIBLE: DistributionConfig = {
  CallerReference: `${BRAND.slug}-check`,
  Comment: "Asks whether this account may have distributions",
  Enabled: false,
  Origins: {
    Quantity: 1,
    Items: [
      {
        Id: "none",
        DomainName: "example.com",
        CustomOriginConfig: { HTTPPort: 80, HTTPSPort: 443, OriginProtocolPolicy: "https-only" },
      },
    ],
  },
  DefaultCacheBehavior: {
    TargetOriginId: "none",
    ViewerProtocolPolicy: "https-only",
    CachePolicyId: "00000000-0000-0000-0000-000000000000",
  },
};

const NOT_SIGNED_IN =
  /Credentials|Token|ExpiredToken|InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|AccessDenied/;

async function signedInAccount(clients: Clients): Promise<string> {
  const { Account } = await clients
    .sts()
    .send(new GetCallerIdentityCommand({}))
    .catch((error: unknown) => {
      const reason = reasonOf(error);
      if (NOT_SIGNED_IN.test(reason))
        throw new Refusal(
          `You are not signed in to AWS. Run \`aws login\`, \`aws sso login\` or \`aws configure\` (or set AWS_PROFILE), then run this again.\n${reason}`,
        );
      throw new Refusal(`AWS could not be reached.\n${reason}`);
    });
  if (Account === undefined) throw new Refusal("AWS did not say which account you are signed in to.");
  return Account;
}
