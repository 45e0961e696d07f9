import type { SynthesizedStack } from "../../src/template/assembly.ts";
import { modelOf } from "../../src/template/readModel.ts";

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown>; Condition?: string }>;
type More = Partial<SynthesizedStack["template"]>;

export function stack(name: string, resources: Resources, more: More = {}): SynthesizedStack {
  return {
    name,
    region: "eu-west-1",
    accountId: "111122223333",
    template: {
      Parameters: {},
      Conditions: {},
      Outputs: {},
      Resources: Object.fromEntries(
        Object.entries(resources).map(([id, resource]) => [id, { Properties: {}, ...resource }]),
      ),
      ...more,
    },
    assets: new Map([["abc123", "/bundles/one"]]),
  };
}

/** The smallest stack that runs: an API, a distribution, a pool and one function. */
export const SMALLEST: Resources = {
  Api: { Type: "AWS::ApiGatewayV2::Api", Properties: { ProtocolType: "HTTP" } },
  Stage: { Type: "AWS::ApiGatewayV2::Stage", Properties: { ApiId: { Ref: "Api" }, StageName: "backend" } },
  Pool: { Type: "AWS::Cognito::UserPool" },
  Client: { Type: "AWS::Cognito::UserPoolClient", Properties: { UserPoolId: { Ref: "Pool" } } },
  SiteBucket: { Type: "AWS::S3::Bucket", Properties: { BucketName: "the-site" } },
  Distribution: {
    Type: "AWS::CloudFront::Distribution",
    Properties: {
      DistributionConfig: {
        DefaultCacheBehavior: { TargetOriginId: "site" },
        Origins: [{ Id: "site", DomainName: { "Fn::GetAtt": ["SiteBucket", "RegionalDomainName"] } }],
      },
    },
  },
  Role: {
    Type: "AWS::IAM::Role",
    Properties: {
      Policies: [
        {
          PolicyDocument: {
            Statement: [
              { Effect: "Allow", Action: "dynamodb:GetItem", Resource: { "Fn::GetAtt": ["Table", "Arn"] } },
            ],
          },
        },
      ],
    },
  },
  Table: {
    Type: "AWS::DynamoDB::Table",
    Properties: {
      TableName: "shop-dev-user-notes",
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    },
  },
  Function: {
    Type: "AWS::Lambda::Function",
    Properties: {
      FunctionName: "shop-dev-one",
      Code: { S3Bucket: "assets", S3Key: "abc123.zip" },
      Handler: "index.handler",
      Runtime: "nodejs24.x",
      Role: { "Fn::GetAtt": ["Role", "Arn"] },
      Timeout: 7,
      Environment: { Variables: { FUNCTION_ID: "feature/one", TABLE_NOTES: { Ref: "Table" } } },
    },
  },
  Permission: {
    Type: "AWS::Lambda::Permission",
    Properties: { FunctionName: { Ref: "Function" }, Principal: "apigateway.amazonaws.com" },
  },
  Integration: {
    Type: "AWS::ApiGatewayV2::Integration",
    Properties: {
      IntegrationType: "AWS_PROXY",
      PayloadFormatVersion: "2.0",
      IntegrationUri: { "Fn::GetAtt": ["Function", "Arn"] },
    },
  },
  Route: {
    Type: "AWS::ApiGatewayV2::Route",
    Properties: {
      RouteKey: "GET /api/one",
      Target: { "Fn::Join": ["/", ["integrations", { Ref: "Integration" }]] },
    },
  },
};

export const OPTIONS = {
  siteUrl: "http://localhost:4400",
  awsEndpoint: "http://127.0.0.1:4402",
  parameters: { "/shop/price": "price_1" },
  secret: (name: string) => ({ "shop/origin": "hidden", "shop/json": '{"key":"inner"}' })[name],
};

export const read = (resources: Resources, more: More = {}, others: SynthesizedStack[] = []) =>
  modelOf([stack("shop", { ...SMALLEST, ...resources }, more), ...others], OPTIONS);

/** Resolves an expression in the environment of the function. */
export function resolved(
  value: unknown,
  resources: Resources = {},
  more: More = {},
  others: SynthesizedStack[] = [],
) {
  const model = read(
    {
      ...resources,
      Function: {
        Type: "AWS::Lambda::Function",
        Properties: {
          ...SMALLEST.Function?.Properties,
          Environment: { Variables: { FUNCTION_ID: "feature/one", VALUE: value } },
        },
      },
    },
    more,
    others,
  );
  return model.functions[0]?.environment.VALUE;
}
