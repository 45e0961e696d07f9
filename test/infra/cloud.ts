import { createPublicKey, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Aws, connectAws } from "../../scripts/aws/aws.ts";
import type { Run } from "../../scripts/deploy/run.ts";
import { signBy, signingKey } from "../support/kms.ts";

export const ACCOUNT = "111122223333";
export const REGION = "eu-west-1";
const FIREWALL = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/b";

/** A call over the wire, such as `us-east-1 ssm GetParameter /name`. */
export type Call = { region: string; service: string; operation: string; resource: string; body: string };
export type Answer = { status: number; type: string; body: string };

const JSON_TYPE = "application/x-amz-json-1.1";
export const json = (body: object, status = 200): Answer => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify(body),
});
export const refused = (name: string): Answer => json({ __type: name, message: `${name} here` }, 400);
export const xml = (body: string, status = 200): Answer => ({ status, type: "text/xml", body });
export const badQuery = (name: string, message = "no"): Answer =>
  xml(
    `<ErrorResponse><Error><Type>Sender</Type><Code>${name}</Code><Message>${message}</Message></Error></ErrorResponse>`,
    403,
  );
/** CloudFront's error for a new account. */
const UNVERIFIED = "Your account must be verified before you can add new CloudFront resources.";

/**
 * A loopback server with the protocols of AWS, so that the test includes the SDK itself. It has the given parameters,
 * secrets and accounts, stores writes, and refuses the given calls. It only records the programs that scripts start.
 * @param more answers calls first; undefined leaves a call to the server
 */
export async function startCloud(
  given: Readonly<Record<string, string>>,
  failing?: RegExp,
  more: (call: Call) => Answer | undefined = () => undefined,
) {
  const known = new Map(Object.entries(given));
  const calls: string[] = [];
  const files = new Map<string, { body: string; headers: IncomingMessage["headers"] }>();
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      const { region, service, operation, resource } = call;
      calls.push(`${region} ${service} ${operation} ${resource}`.trim());
      if (service === "s3" && operation === "PUT")
        files.set(resource.split("/").slice(1).join("/"), { body: call.body, headers: request.headers });
      send(
        response,
        failing?.test(calls.at(-1) ?? "") ? denied(service) : (more(call) ?? answer(call, known)),
      );
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = (): Promise<Aws> =>
    connectAws({
      endpoint,
      region: REGION,
      credentials: { accessKeyId: "AKIATEST", secretAccessKey: "of-this-test" },
    });
  const run: Run = (command, args) => {
    const line = [command.split("/").at(-1), ...args].join(" ");
    calls.push(line);
    const stdout = line === "git rev-parse HEAD" ? "c0ffee\n" : "";
    return { status: failing?.test(line) ? 1 : 0, stdout, stderr: "no" };
  };
  return {
    endpoint,
    connect,
    run,
    calls,
    files,
    known,
    close: () => new Promise((closed) => server.close(closed)),
  };
}
export type Cloud = Awaited<ReturnType<typeof startCloud>>;

async function readCall(request: IncomingMessage): Promise<Call> {
  const [, region = "", service = ""] =
    /Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? "") ?? [];
  const body = await text(request);
  const target = String(request.headers["x-amz-target"] ?? "").split(".")[1];
  if (target !== undefined) return { region, service, operation: target, resource: resourceOf(body), body };
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const form = new URLSearchParams(body);
  const operation = form.get("Action") ?? `${request.method}`;
  const resource =
    form.get("StackName") ?? form.get("TopicArn") ?? (form.has("Action") ? "" : url.pathname.slice(1));
  return { region, service, operation, resource, body };
}

function resourceOf(body: string): string {
  const { Name, SecretId, KeyId, TableName, Username, UserPoolId } = JSON.parse(body);
  return Name ?? SecretId ?? KeyId ?? TableName ?? [UserPoolId, Username].join("/");
}

function denied(service: string): Answer {
  return ["sts", "sns", "cloudformation", "s3", "cloudfront"].includes(service)
    ? badQuery("AccessDenied")
    : refused("AccessDeniedException");
}

function answer({ service, operation, body, resource }: Call, known: Map<string, string>): Answer {
  const found = known.get(resource);
  switch (`${service} ${operation}`) {
    case "sts GetCallerIdentity":
      return xml(
        `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>${ACCOUNT}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
      );
    case "cloudformation DescribeStacks":
      return xml(
        `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>x</StackName><Outputs><member><OutputKey>FirewallArn</OutputKey><OutputValue>${FIREWALL}</OutputValue></member><member><OutputKey>DistributionDomain</OutputKey><OutputValue>d1.cloudfront.net</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
      );
    case "cloudformation GetTemplate":
      return found === undefined
        ? badQuery("ValidationError")
        : xml(
            `<GetTemplateResponse><GetTemplateResult><TemplateBody>${found}</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
          );
    case "sns GetTopicAttributes":
      return found === undefined
        ? badQuery("NotFound")
        : xml(
            `<GetTopicAttributesResponse><GetTopicAttributesResult><Attributes><entry><key>SubscriptionsConfirmed</key><value>${found}</value></entry></Attributes></GetTopicAttributesResult></GetTopicAttributesResponse>`,
          );
    case "ssm GetParameter":
      return found === undefined
        ? refused("ParameterNotFound")
        : json({ Parameter: { Name: resource, Value: found } });
    case "ssm PutParameter":
      known.set(resource, JSON.parse(body).Value);
      if (JSON.parse(body).Type !== "String") known.set(`type of ${resource}`, JSON.parse(body).Type);
      return json({});
    case "ssm DeleteParameter":
      return known.delete(resource) ? json({}) : refused("ParameterNotFound");
    case "secretsmanager GetSecretValue":
      return found === undefined
        ? refused("ResourceNotFoundException")
        : json({ SecretString: found, VersionId: known.get(`version of ${resource}`) ?? "v1" });
    case "secretsmanager PutSecretValue":
      known.set(resource, JSON.parse(body).SecretString);
      return json({});
    case "kms CreateKey": {
      const { arn, x } = signingKey(`key-${randomUUID()}`);
      known.set(arn, x);
      return json({ KeyMetadata: { KeyId: arn, Arn: arn } });
    }
    case "kms GetPublicKey": {
      const jwk = { kty: "OKP", crv: "Ed25519", x: String(known.get(resource)) };
      const der = createPublicKey({ key: jwk, format: "jwk" }).export({ format: "der", type: "spki" });
      return json({ KeyId: resource, PublicKey: der.toString("base64") });
    }
    case "kms Sign": {
      const { KeyId, Message } = JSON.parse(body);
      return json({
        Signature: Buffer.from(signBy(KeyId, Buffer.from(Message, "base64"))).toString("base64"),
      });
    }
    case "cognito-idp AdminGetUser":
      return found === undefined
        ? refused("UserNotFoundException")
        : json({
            Username: "x",
            UserStatus: known.get(`status of ${resource}`) ?? "CONFIRMED",
            UserAttributes: [{ Name: "sub", Value: found }],
          });
    case "cognito-idp AdminCreateUser":
      known.set(resource, "sub-1");
      known.set(`status of ${resource}`, "FORCE_CHANGE_PASSWORD");
      return json({ User: { Attributes: [{ Name: "sub", Value: "sub-1" }] } });
    case "cognito-idp ListUsersInGroup":
      return groupAnswer(JSON.parse(body).UserPoolId, known);
    case "cognito-idp DeleteGroup":
      known.delete(`group of ${JSON.parse(body).UserPoolId}`);
      return json({});
    case "cognito-idp AdminAddUserToGroup":
    case "cognito-idp AdminDeleteSoftwareToken":
    case "cognito-idp AdminRemoveUserFromGroup":
    case "cognito-idp AdminSetUserPassword":
    case "cognito-idp AdminUserGlobalSignOut":
    case "dynamodb TransactWriteItems":
    case "dynamodb UpdateItem":
      return json({});
    case "apigateway DELETE":
      return json({}, 204);
    case "s3 PUT":
      return xml("<CopyObjectResult><ETag>e</ETag></CopyObjectResult>");
    case "s3 GET":
      return found === undefined
        ? xml("<Error><Code>NoSuchKey</Code><Message>none</Message></Error>", 404)
        : xml(found);
    case "lambda GET":
      return json({
        AccountLimit: { ConcurrentExecutions: Number(known.get("functions at once") ?? "1000") },
      });
    case "ses GET":
      return sesAnswer(resource, known);
    case "cloudfront GET":
      return xml(
        `<DistributionList><Quantity>${known.get("distributions") ?? "1"}</Quantity></DistributionList>`,
      );
    case "cloudfront POST":
      if (resource.endsWith("/distribution"))
        return badQuery(
          known.has("unverified") ? "AccessDenied" : "NoSuchCachePolicy",
          known.has("unverified") ? UNVERIFIED : "The specified cache policy does not exist.",
        );
      return xml("<Invalidation><Id>I1</Id></Invalidation>", 201);
    default:
      throw new Error(`The test's cloud does not know ${service} ${operation}`);
  }
}

function groupAnswer(pool: string, known: Map<string, string>): Answer {
  const member = known.get(`group of ${pool}`);
  if (member === undefined) return refused("ResourceNotFoundException");
  return json({ Users: [{ Username: member, Attributes: [{ Name: "email", Value: member }] }] });
}

function sesAnswer(resource: string, known: Map<string, string>): Answer {
  if (resource.endsWith("/account"))
    return json({ ProductionAccessEnabled: !known.has("in SES's sandbox"), SendingEnabled: true });
  return known.has("sender unknown")
    ? { ...refused("NotFoundException"), status: 404 }
    : json({ VerifiedForSendingStatus: true });
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { "content-type": type }).end(body);
}
