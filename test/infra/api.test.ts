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

  it("receives its id, its stage, the site and what CloudFront sends along", () => {
    expect(property(`${name}Function`).Environment.Variables).toMatchObject({
      FUNCTION_ID: id,
      STAGE: "dev",
      SITE_URL: { Ref: "SiteUrl" },
      ORIGIN_HASHES: { Ref: "OriginAccepted" },
    });
  });

  it("has its route, to itself", () => {
    const route = property(`${name}Route`);
    expect(route.RouteKey).toBe(`${contract.method} ${contract.path}`);
    expect(text(route.Target)).toBe(`integrations/\${${name}Integration}`);
    expect(property(`${name}Integration`)).toMatchObject({
      IntegrationType: "AWS_PROXY",
      PayloadFormatVersion: "2.0",
      IntegrationUri: { "Fn::GetAtt": [`${name}Function`, "Arn"] },
    });
  });

  it("asks for a token where its audience signs in, and only there", () => {
    const signedIn = contract.audience === "customer" || contract.audience === "operator";
    const route = property(`${name}Route`);
    expect(route.AuthorizationType).toBe(signedIn ? "JWT" : "NONE");
    const whose = contract.audience === "customer" ? "Customers" : "Operators";
    expect(route.AuthorizerId).toEqual(signedIn ? { Ref: `${whose}AuthorizerId` } : undefined);
  });

  it("may be called by its own route and by nothing else", () => {
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

it.each(FUNCTION_PARTS)("%s knows the hashes of what CloudFront sends, and no secret", (part) => {
  expect(templates[part].Parameters?.OriginAccepted).toMatchObject({
    Type: "AWS::SSM::Parameter::Value<String>",
    Default: `/${BRAND.slug}/dev/origin-accepted`,
  });
  expect(JSON.stringify(templates[part])).not.toContain("{{resolve:");
});

it.each(PARTS)("%s keeps below CloudFormation's 60 dynamic references a template", (part) => {
  expect(JSON.stringify(templates[part]).split("{{resolve:").length - 1).toBeLessThanOrEqual(60);
});

const started = Object.values(WARMED).flatMap((page) => Object.entries<string>(page));

const readable = endpoints.filter(([, { audience, method }]) => audience === "public" && method === "GET");

it("the API has no route besides the registry's, the door for API keys, those that start a function, and HEAD", () => {
  const routes = PARTS.flatMap((part) => ofType(templates[part], "AWS::ApiGatewayV2::Route"));
  expect(routes).toHaveLength(endpoints.length + 1 + started.length + readable.length);
});

describe.each(started)("%s is started before it is needed", (id, path) => {
  const name = `${logicalName(id)}Warming`;
  const contract = endpoints.find(([known]) => known === id)?.[1];

  it("by its own path", () => {
    expect(contract?.path).toBe(path);
    expect(property(`${name}Route`)).toMatchObject({
      RouteKey: `OPTIONS ${path}`,
      AuthorizationType: "NONE",
    });
    expect(text(property(`${name}Route`).Target)).toBe(`integrations/\${${logicalName(id)}Integration}`);
  });

  it("without a call that does something", () => {
    expect(text(property(`${name}Permission`).SourceArn)).toMatch(/\/backend\/OPTIONS\/[\w/-]+$/);
    expect(property(`${name}Permission`).FunctionName).toEqual({ Ref: `${logicalName(id)}Function` });
  });
});

it.each(readable)("%s, which everybody may read, answers HEAD as GET", (id, { path }) => {
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
])("the API takes from %s tokens of the %s and its client alone", (whose, pool) => {
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

it("the API is served at the stage that CloudFront's path names, throttled, and logs neither query nor header", () => {
  const stage = one(gate, "AWS::ApiGatewayV2::Stage").Properties;
  expect(stage).toMatchObject({ StageName: "backend", AutoDeploy: true });
  expect(stage.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
  expect(stage.AccessLogSettings.Format).not.toMatch(/queryString|header|body|\$context\.path/i);
});

it("every log is kept for a set time", () => {
  const all = (type: string) => PARTS.flatMap((part) => ofType(templates[part], type));
  const groups = all("AWS::Logs::LogGroup");
  // The API's besides; dev has no firewall, whose log would be one more.
  expect(groups).toHaveLength(all("AWS::Lambda::Function").length + 1);
  for (const [, group] of groups) expect(group.Properties.RetentionInDays).toBe(14);
});

it("the template says which bundle is missing and how to make it", () => {
  const bundles = fakeBundles(["licenses/activate"]);
  expect(() => build({ bundles })).toThrow(
    /The function licenses\/activate has no bundle: .*licenses\/activate\/index\.cjs does not exist\. Run "node scripts\/bundle\.ts" first\./,
  );
});

it.each(FUNCTION_PARTS)(
  "the template creates the routes of %s few at a time, as API Gateway's quota wants",
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

it("the lanes of all stacks at once leave room in API Gateway's ten calls a second", () => {
  expect(LANES * PARTS_AT_ONCE).toBeLessThanOrEqual(6);
});
