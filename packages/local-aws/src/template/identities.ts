import { clientIdOf, userPoolIdOf } from "../cognito/pool.ts";
import { stableId } from "./stableId.ts";

/** The results of `Ref` and `Fn::GetAtt` for a resource. */
export type Identity = { ref: string; attributes: Readonly<Record<string, string>> };

export type Naming = {
  stackName: string;
  logicalId: string;
  region: string;
  accountId: string;
  /** The local address of AWS. Part of queue URLs, because clients call a queue by its URL. */
  awsEndpoint: string;
  text: (property: string) => string | undefined;
  refersTo: (property: string) => string;
};

type Identify = (naming: Naming) => Identity;

const arnOf = ({ region, accountId }: Naming, service: string, rest: string) =>
  `arn:aws:${service}:${region}:${accountId}:${rest}`;

/** The name in the template, or a generated name in CloudFormation's form. */
const nameOf = (naming: Naming, property: string) =>
  naming.text(property) ?? `${naming.stackName}-${naming.logicalId}`;

/** `Ref` is the name, and the ARN ends with it. */
const byName =
  (property: string, service: string, prefix: string): Identify =>
  (naming) => {
    const name = nameOf(naming, property);
    return { ref: name, attributes: { Arn: arnOf(naming, service, `${prefix}${name}`) } };
  };

const byId =
  (attribute: string, length: number): Identify =>
  ({ stackName, logicalId }) => {
    // Includes the stack, because two stacks may have resources of the same name.
    const id = stableId(stackName + logicalId, length, "lower");
    return { ref: id, attributes: { [attribute]: id } };
  };

const table: Identify = (naming) => {
  const name = nameOf(naming, "TableName");
  const arn = arnOf(naming, "dynamodb", `table/${name}`);
  return {
    ref: name,
    attributes: { Arn: arn, StreamArn: `${arn}/stream/2026-01-01T00:00:00.000`, TableId: name },
  };
};

const role: Identify = (naming) => {
  const name = nameOf(naming, "RoleName");
  return {
    ref: name,
    attributes: {
      Arn: `arn:aws:iam::${naming.accountId}:role/${name}`,
      RoleId: stableId(name, 20, "upper"),
    },
  };
};

const userPool: Identify = (naming) => {
  const id = userPoolIdOf(naming.region, naming);
  const provider = `cognito-idp.${naming.region}.amazonaws.com/${id}`;
  return {
    ref: id,
    attributes: {
      Arn: arnOf(naming, "cognito-idp", `userpool/${id}`),
      ProviderName: provider,
      ProviderURL: `https://${provider}`,
      UserPoolId: id,
    },
  };
};

const secret: Identify = (naming) => {
  const name = nameOf(naming, "Name");
  const arn = arnOf(naming, "secretsmanager", `secret:${name}-${stableId(naming.logicalId, 6, "mixed")}`);
  return { ref: arn, attributes: { Id: arn } };
};

const queue: Identify = (naming) => {
  const name = nameOf(naming, "QueueName");
  const url = `${naming.awsEndpoint}/${naming.accountId}/${name}`;
  return {
    ref: url,
    attributes: { Arn: arnOf(naming, "sqs", name), QueueName: name, QueueUrl: url },
  };
};

const key: Identify = (naming) => {
  const hash = stableId(naming.logicalId, 32, "lower").replaceAll(/[g-z]/g, "a");
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { ref: id, attributes: { Arn: arnOf(naming, "kms", `key/${id}`), KeyId: id } };
};

const bucket: Identify = (naming) => {
  const name = nameOf(naming, "BucketName").toLowerCase();
  return {
    ref: name,
    attributes: {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${naming.region}.amazonaws.com`,
    },
  };
};

const httpApi: Identify = (naming) => {
  const id = stableId(naming.stackName + naming.logicalId, 10, "lower");
  return {
    ref: id,
    attributes: {
      ApiId: id,
      ApiEndpoint: `https://${id}.execute-api.${naming.region}.amazonaws.com`,
    },
  };
};

const distribution: Identify = ({ stackName, logicalId }) => {
  const id = `E${stableId(stackName + logicalId, 13, "upper")}`;
  return { ref: id, attributes: { Id: id, DomainName: distributionDomain(stackName, logicalId) } };
};

const edgeFunction: Identify = (naming) => {
  const arn = `arn:aws:cloudfront::${naming.accountId}:function/${nameOf(naming, "Name")}`;
  return { ref: arn, attributes: { FunctionARN: arn, "FunctionMetadata.FunctionARN": arn } };
};

const logGroup: Identify = (naming) => {
  const name = nameOf(naming, "LogGroupName");
  return { ref: name, attributes: { Arn: arnOf(naming, "logs", `log-group:${name}:*`) } };
};

const topic: Identify = (naming) => {
  const name = nameOf(naming, "TopicName");
  const arn = arnOf(naming, "sns", name);
  return { ref: arn, attributes: { TopicArn: arn, TopicName: name } };
};

export function distributionDomain(stackName: string, logicalId: string): string {
  return `d${stableId(stackName + logicalId, 13, "lower")}.cloudfront.net`;
}

export const IDENTITIES: Readonly<Record<string, Identify>> = {
  "AWS::ApiGatewayV2::Api": httpApi,
  "AWS::ApiGatewayV2::Authorizer": byId("AuthorizerId", 6),
  "AWS::ApiGatewayV2::Integration": byId("IntegrationId", 7),
  "AWS::ApiGatewayV2::Route": byId("RouteId", 7),
  "AWS::ApiGatewayV2::Stage": byName("StageName", "apigateway", "stages/"),
  "AWS::CloudFront::CachePolicy": byId("Id", 36),
  "AWS::CloudFront::Distribution": distribution,
  "AWS::CloudFront::Function": edgeFunction,
  "AWS::CloudFront::OriginAccessControl": byId("Id", 14),
  "AWS::CloudFront::OriginRequestPolicy": byId("Id", 36),
  "AWS::CloudFront::ResponseHeadersPolicy": byId("Id", 36),
  "AWS::Cognito::UserPool": userPool,
  "AWS::Cognito::UserPoolClient": (naming) => {
    const id = clientIdOf({ logicalId: naming.refersTo("UserPoolId"), client: naming });
    return { ref: id, attributes: { ClientId: id, Name: nameOf(naming, "ClientName") } };
  },
  "AWS::Cognito::UserPoolGroup": byName("GroupName", "cognito-idp", "group/"),
  "AWS::DynamoDB::GlobalTable": table,
  "AWS::DynamoDB::Table": table,
  "AWS::IAM::ManagedPolicy": byName("ManagedPolicyName", "iam", "policy/"),
  "AWS::IAM::Policy": byName("PolicyName", "iam", "policy/"),
  "AWS::IAM::Role": role,
  "AWS::KMS::Alias": byName("AliasName", "kms", ""),
  "AWS::KMS::Key": key,
  "AWS::Lambda::EventSourceMapping": byId("Id", 36),
  "AWS::Lambda::Function": byName("FunctionName", "lambda", "function:"),
  "AWS::Lambda::Permission": byId("Id", 12),
  "AWS::Logs::LogGroup": logGroup,
  "AWS::S3::Bucket": bucket,
  "AWS::S3::BucketPolicy": (naming) => identifyIgnored(naming),
  "AWS::SNS::Topic": topic,
  "AWS::WAFv2::WebACL": (naming) => identifyIgnored(naming),
  "AWS::WAFv2::WebACLAssociation": (naming) => identifyIgnored(naming),
  "AWS::SQS::Queue": queue,
  "AWS::SSM::Parameter": byName("Name", "ssm", "parameter"),
  "AWS::Events::Rule": byName("Name", "events", "rule/"),
  "AWS::SES::ConfigurationSetEventDestination": byId("Id", 12),
  "AWS::Scheduler::Schedule": byName("Name", "scheduler", "schedule/default/"),
  "AWS::SecretsManager::Secret": secret,
};

/** For ignored resources that others refer to, such as a topic or a certificate. */
export const identifyIgnored: Identify = (naming) => {
  const name = `${naming.stackName}-${naming.logicalId}`;
  return { ref: name, attributes: { Arn: arnOf(naming, "local", name), Id: name } };
};
