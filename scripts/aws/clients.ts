import { ApiGatewayV2Client } from "@aws-sdk/client-apigatewayv2";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CloudFrontClient } from "@aws-sdk/client-cloudfront";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { SSMClient } from "@aws-sdk/client-ssm";
import { STSClient } from "@aws-sdk/client-sts";
import { schedulerIn } from "./scheduler.ts";

export type AwsSettings = {
  readonly region: string;
  /** Default: AWS_ENDPOINT_URL, or else the service's own endpoint. */
  readonly endpoint?: string;
  /** Default: the SDK's chain of environment, profile, sign-in and role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

export function clientsIn({ region, endpoint, credentials }: AwsSettings) {
  const config = {
    region,
    maxAttempts: 4,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  };
  return {
    apiGateway: once(() => new ApiGatewayV2Client(config)),
    cloudFormation: once(() => new CloudFormationClient(config)),
    cloudFront: once(() => new CloudFrontClient(config)),
    cognito: once(() => new CognitoIdentityProviderClient(config)),
    dynamodb: once(() => new DynamoDBClient(config)),
    kms: once(() => new KMSClient(config)),
    lambda: once(() => new LambdaClient(config)),
    /** For jobs, which may take 15 minutes: a second attempt would run beside the first. */
    jobs: once(() => new LambdaClient({ ...config, maxAttempts: 1 })),
    scheduler: once(() => schedulerIn(config)),
    // Only AWS resolves host names that begin with the bucket's name.
    s3: once(() => new S3Client({ ...config, forcePathStyle: hasOwnEndpoint(endpoint) })),
    secrets: once(() => new SecretsManagerClient(config)),
    ses: once(() => new SESv2Client(config)),
    sns: once(() => new SNSClient(config)),
    sqs: once(() => new SQSClient(config)),
    ssm: once(() => new SSMClient(config)),
    sts: once(() => new STSClient(config)),
  };
}
export type Clients = ReturnType<typeof clientsIn>;

function once<Client>(make: () => Client): () => Client {
  let made: Client | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function hasOwnEndpoint(endpoint: string | undefined): boolean {
  return [endpoint, process.env.AWS_ENDPOINT_URL, process.env.AWS_ENDPOINT_URL_S3].some(Boolean);
}
