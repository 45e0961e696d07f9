import { describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { WARMED } from "#shared/warming.ts";
import { LANES } from "../../infra/api.ts";
import { logicalName } from "../../infra/names.ts";
import { FUNCTION_PARTS, PARTS, PARTS_AT_ONCE } from "../../infra/stacks.ts";
import { build, everything, fakeBundles, ofType, one, synthesize, text } from "./synthesized.ts";

const templates = synthesize();
const { gate } = templates;
const resources = everything(templates);
const endpoints = Object.entries<Endpoint>(ENDPOINTS);
const property = (id: string) => resources[id]?.Properties;

describe.each(endpoints)("%s", (id, contract) => {
  const name = logicalName(id);

  it("is a function that runs its own bundle", () => {
    expect(property(`${name}Function`)).toMatchObject({
      FunctionName: `${BRAND.slug}-dev-${id.replace("/", "-")}`,
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Handler: "index.handler",
      TracingConfig: { Mode: "Active" },
      Role: { "Fn::GetAtt": [`${name}Role`, "Arn"] },
      LoggingConfig: { LogGroup: { Ref: `${name}Logs` } },
    });
  });

  it("receives its id, its stage, the site and the hashes of CloudFront's secrets", () => {
    expect(property(`${name}Function`).Environment.Variables).toMatchObject({
      FUNCTION_ID: id,
      STAGE: "dev",
      SITE_URL: { Ref: "SiteUrl" },
      ORIGIN_HASHES: { Ref: "OriginAccepted" },
    });
  });

  it("has its own route", () => {
    const route = property(`${name}Route`);
    expect(route.RouteKey).toBe(`${contract.method} ${contract.path}`);
    expect(text(route.Target)).toBe(`integrations/\${${name}Integration}`);
    expect(property(`${name}Integration`)).toMatchObject({
      IntegrationType: "AWS_PROXY",
      PayloadFormatVersion: "2.0",
      IntegrationUri: { "Fn::GetAtt": [`${name}Function`, "Arn"] },
    });
  });

  it("requires a token if, and only if, its audience signs in", () => {
    const signedIn = contract.audience === "customer" || contract.audience === "operator";
    const route = property(`${name}Route`);
    expect(route.AuthorizationType).toBe(signedIn ? "JWT" : "NONE");
    const whose = contract.audience === "customer" ? "Customers" : "Operators";
    expect(route.AuthorizerId).toEqual(signedIn ? { Ref: `${whose}AuthorizerId` } : undefined);
  });

  it("can be called by API Gateway only for its own route", () => {
    const permission = property(`${name}Permission`);
    const path = contract.path.replaceAll(/\{\w+\+?\}/g, "*");
    expect(permission).toMatchObject({
      Principal: "apigateway.amazonaws.com",
      FunctionName: { Ref: `${name}Function` },
    });
    expect(text(permission.SourceArn)).toBe(
      `arn:\${AWS::Partition}:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${ApiId}/backend/${contract.method}${path}`,
    );
  });
});

it.each(FUNCTION_PARTS)("the stack %s has the hashes of CloudFront's secrets, but no secret", (part) => {
  expect(templates[part].Parameters?.OriginAccepted).toMatchObject({
    Type: "AWS::SSM::Parameter::Value<String>",
    Default: `/${BRAND.slug}/dev/origin-accepted`,
  });
  expect(JSON.stringify(templates[part])).not.toContain("{{resolve:");
});

it.each(PARTS)(
  "the stack %s has at most the 60 dynamic references that CloudFormation allows per template",
  (part) => {
    expect(JSON.stringify(templates[part]).split("{{resolve:").length - 1).toBeLessThanOrEqual(60);
  },
);

const started = Object.values(WARMED).flatMap((page) => Object.entries<string>(page));

const readable = endpoints.filter(([, { audience, method }]) => audience === "public" && method === "GET");

it("the API has only the endpoints' routes, the route for API keys, the warming routes and the HEAD routes", () => {
  const routes = PARTS.flatMap((part) => ofType(templates[part], "AWS::ApiGatewayV2::Route"));
  expect(routes).toHaveLength(endpoints.length + 1 + started.length + readable.length);
});

describe.each(started)("%s can be warmed", (id, path) => {
  const name = `${logicalName(id)}Warming`;
  const contract = endpoints.find(([known]) => known === id)?.[1];

  it("by an OPTIONS request to its own path", () => {
    expect(contract?.path).toBe(path);
    expect(property(`${name}Route`)).toMatchObject({
      RouteKey: `OPTIONS ${path}`,
      AuthorizationType: "NONE",
    });
    expect(text(property(`${name}Route`).Target)).toBe(`integrations/\${${logicalName(id)}Integration}`);
  });

  it("with a permission that covers only OPTIONS", () => {
    expect(text(property(`${name}Permission`).SourceArn)).toMatch(/\/backend\/OPTIONS\/[\w/-]+$/);
    expect(property(`${name}Permission`).FunctionName).toEqual({ Ref: `${logicalName(id)}Function` });
  });
});

it.each(readable)("the public endpoint %s answers HEAD like GET", (id, { path }) => {
  const name = `${logicalName(id)}Head`;
  expect(property(`${name}Route`)).toMatchObject({ RouteKey: `HEAD ${path}`, AuthorizationType: "NONE" });
  expect(text(property(`${name}Route`).Target)).toBe(`integrations/\${${logicalName(id)}Integration}`);
  expect(property(`${name}Permission`).FunctionName).toEqual({ Ref: `${logicalName(id)}Function` });
  expect(text(property(`${name}Permission`).SourceArn)).toContain(
    `/backend/HEAD${path.replaceAll(/\{\w+\+?\}/g, "*")}`,
  );
});

it.each([
  ["Customers", "UserPool"],
  ["Operators", "OperatorPool"],
])("the API accepts from %s only tokens of the %s and its client", (whose, pool) => {
  const { JwtConfiguration } = property(`${whose}Authorizer`);
  expect(text(JwtConfiguration.Issuer)).toBe(
    `https://cognito-idp.\${AWS::Region}.amazonaws.com/\${${pool}Id}`,
  );
  expect(JwtConfiguration.Audience).toEqual([{ Ref: `${pool}ClientId` }]);
  expect(property(`${whose}AuthorizerIdParameter`)).toMatchObject({
    Name: `/${BRAND.slug}/dev/${whose.toLowerCase()}-authorizer-id`,
    Value: { Ref: `${whose}Authorizer` },
  });
});

it("the API's stage is named after the path at CloudFront and has a throttle, and its log has no query or header", () => {
  const stage = one(gate, "AWS::ApiGatewayV2::Stage").Properties;
  expect(stage).toMatchObject({ StageName: "backend", AutoDeploy: true });
  expect(stage.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
  expect(stage.AccessLogSettings.Format).not.toMatch(/queryString|header|body|\$context\.path/i);
});

it("every log is kept for a set time", () => {
  const all = (type: string) => PARTS.flatMap((part) => ofType(templates[part], type));
  const groups = all("AWS::Logs::LogGroup");
  // One log group for each function and one for the API. In dev, no firewall has a log.
  expect(groups).toHaveLength(all("AWS::Lambda::Function").length + 1);
  for (const [, group] of groups) expect(group.Properties.RetentionInDays).toBe(14);
});

it("the synthesis fails if a bundle is missing, and the error names the bundle and the command that creates it", () => {
  const bundles = fakeBundles(["licenses/activate"]);
  expect(() => build({ bundles })).toThrow(
    /The function licenses\/activate has no bundle: .*licenses\/activate\/index\.cjs does not exist\. Run "node scripts\/bundle\.ts" first\./,
  );
});

it.each(FUNCTION_PARTS)(
  "the template creates only a few routes of %s at a time, within API Gateway's quota",
  (part) => {
    const theirs = Object.entries(templates[part].Resources).filter(([, { Type }]) =>
      /^AWS::ApiGatewayV2::(Integration|Route)$/.test(Type),
    );
    const waitsFor = (id: string): string[] => {
      const { DependsOn = [], Properties } = templates[part].Resources[id] ?? { DependsOn: [] };
      const target = /\$\{(\w+Integration)\}/.exec(text(Properties?.Target ?? ""))?.[1];
      return [...[DependsOn].flat(), ...(target === undefined ? [] : [target])];
    };
    const created = new Set<string>();
    let left = theirs.map(([id]) => id);
    while (left.length > 0) {
      const ready = left.filter((id) =>
        waitsFor(id).every((other) => created.has(other) || !theirs.some(([known]) => known === other)),
      );
      expect(ready.length).toBeGreaterThan(0);
      expect(ready.length).toBeLessThanOrEqual(LANES);
      for (const id of ready) created.add(id);
      left = left.filter((id) => !created.has(id));
    }
  },
);

it("the stacks together create at most six routes at a time, below API Gateway's ten calls a second", () => {
  expect(LANES * PARTS_AT_ONCE).toBeLessThanOrEqual(6);
});
