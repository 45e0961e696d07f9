import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { ListUsersCommand } from "@aws-sdk/client-cognito-identity-provider";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { GetParameterCommand } from "@aws-sdk/client-ssm";
import { type Clients, clientsIn } from "../../aws/clients.ts";
import { CREDENTIALS, REGION } from "./cloud.ts";

const TAKES_TEMPLATE = ["CreateChangeSet", "CreateStack", "UpdateStack"];
const SSM_TYPE = /^AWS::SSM::Parameter::Value<String>$/;
const SECRET = /^\{\{resolve:secretsmanager:([^:]+):SecretString:::([^:}]+)\}\}$/;

/**
 * Stands before fakecloud and does what its CloudFormation leaves out: it looks up parameters that are names of the
 * Parameter Store, and `{{resolve:secretsmanager:…}}`, before a template gets there. It also takes the audience out of
 * authorizers, and finds the user that an administrator's call names. Everything else passes as it is.
 */
export async function startGaps(cloud: () => string): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer(async (incoming, outgoing) => {
    try {
      const endpoint = cloud();
      const given = await buffer(incoming);
      const isForm = String(incoming.headers["content-type"] ?? "").includes("form-urlencoded");
      const form = isForm ? new URLSearchParams(given.toString()) : undefined;
      const takes = form !== undefined && TAKES_TEMPLATE.includes(form.get("Action") ?? "");
      const body = takes
        ? Buffer.from(String(await resolved(form, endpoint, regionOf(incoming.headers.authorization))))
        : isAdminCall(incoming)
          ? Buffer.from(await named(given.toString(), endpoint))
          : given;
      const { "transfer-encoding": _chunked, ...headers } = incoming.headers;
      const relayed = http.request(
        endpoint,
        {
          path: incoming.url,
          method: incoming.method,
          headers: { ...headers, "content-length": body.length },
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      relayed.on("error", () => outgoing.destroy());
      relayed.end(body);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      outgoing.writeHead(400, { "content-type": "text/xml" });
      outgoing.end(
        `<ErrorResponse><Error><Code>ValidationError</Code><Message>${reason}</Message></Error></ErrorResponse>`,
      );
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const regionOf = (authorization = ""): string =>
  /Credential=[^/]+\/\d{8}\/([^/]+)\//.exec(authorization)?.[1] ?? REGION;

const isAdminCall = ({ headers }: http.IncomingMessage): boolean =>
  /^AWSCognitoIdentityProviderService\.Admin/.test(String(headers["x-amz-target"] ?? ""));
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** A pool whose users sign in by email names them by their `sub`; the fake names them by the email. */
async function named(body: string, endpoint: string): Promise<string> {
  const input = fieldsOf(JSON.parse(body));
  if (!UUID.test(String(input.Username))) return body;
  const client = clientsIn({ endpoint, region: REGION, credentials: CREDENTIALS }).cognito();
  const { Users = [] } = await client.send(
    new ListUsersCommand({ UserPoolId: String(input.UserPoolId), Filter: `sub = "${input.Username}"` }),
  );
  return JSON.stringify({ ...input, Username: Users[0]?.Username ?? input.Username });
}

async function resolved(form: URLSearchParams, endpoint: string, region: string): Promise<URLSearchParams> {
  const clients = clientsIn({ endpoint, region, credentials: CREDENTIALS });
  const url = form.get("TemplateURL");
  const [bucket = "", ...key] = url === null ? [] : new URL(url).pathname.slice(1).split("/");
  const body = url === null ? form.get("TemplateBody") : await download(clients, bucket, key.join("/"));
  // A template of the CDK's own, in YAML, has none of the two.
  if (body === null || !body.trimStart().startsWith("{")) return form;
  const template: unknown = JSON.parse(body);
  const values = await parametersOf(template, givenIn(form), clients);
  const changed = JSON.stringify(withoutAudience(await withSecrets(template, values, clients)));
  const next = new URLSearchParams(form);
  if (url === null) next.set("TemplateBody", changed);
  else {
    await clients
      .s3()
      .send(new PutObjectCommand({ Bucket: bucket, Key: `${key.join("/")}.resolved`, Body: changed }));
    next.set("TemplateURL", `${url}.resolved`);
  }
  setParameters(next, values);
  return next;
}

async function download(clients: Clients, Bucket: string, Key: string): Promise<string> {
  const { Body } = await clients.s3().send(new GetObjectCommand({ Bucket, Key }));
  return Body === undefined ? "" : Body.transformToString();
}

/** `Parameters.member.3.ParameterKey` → 3 */
const MEMBER = /^Parameters\.member\.(\d+)\.(\w+)$/;

function givenIn(form: URLSearchParams): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, key] of form) {
    const [, index, field] = MEMBER.exec(name) ?? [];
    const value = form.get(`Parameters.member.${index}.ParameterValue`);
    if (field === "ParameterKey" && value !== null) given.set(key, value);
  }
  return given;
}

/** Gives the resolved values, in the place of what was given for these parameters. */
function setParameters(form: URLSearchParams, values: ReadonlyMap<string, string>): void {
  let last = 0;
  for (const [name, key] of [...form]) {
    const [, index, field] = MEMBER.exec(name) ?? [];
    last = Math.max(last, Number(index ?? 0));
    if (field !== "ParameterKey" || !values.has(key)) continue;
    form.delete(`Parameters.member.${index}.UsePreviousValue`);
    form.set(`Parameters.member.${index}.ParameterValue`, values.get(key) ?? "");
  }
  const present = new Set([...form].filter(([name]) => MEMBER.test(name)).map(([, value]) => value));
  for (const [key, value] of values) {
    if (present.has(key)) continue;
    last += 1;
    form.set(`Parameters.member.${last}.ParameterKey`, key);
    form.set(`Parameters.member.${last}.ParameterValue`, value);
  }
}

/** Properties of a JSON object; none of anything else. */
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};

/** @throws where the Parameter Store has no such name, as CloudFormation does */
async function parametersOf(
  template: unknown,
  given: ReadonlyMap<string, string>,
  clients: Clients,
): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  for (const [key, definition] of Object.entries(fieldsOf(fieldsOf(template).Parameters))) {
    const { Type, Default } = fieldsOf(definition);
    if (!SSM_TYPE.test(String(Type))) continue;
    const Name = given.get(key) ?? String(Default);
    const found = await clients.ssm().send(new GetParameterCommand({ Name }));
    values.set(key, found.Parameter?.Value ?? "");
  }
  return values;
}

/** @throws where the secret has no such version, as CloudFormation does */
async function withSecrets(
  node: unknown,
  values: ReadonlyMap<string, string>,
  clients: Clients,
): Promise<unknown> {
  if (Array.isArray(node))
    return Promise.all(node.map((item: unknown) => withSecrets(item, values, clients)));
  if (typeof node !== "object" || node === null) return node;
  const reference = SECRET.exec(joined(node, values) ?? "");
  if (reference !== null) {
    const [, SecretId, VersionId] = reference;
    const found = await clients.secrets().send(new GetSecretValueCommand({ SecretId, VersionId }));
    return found.SecretString;
  }
  const entries = Object.entries(node).map(
    async ([name, value]: [string, unknown]) => [name, await withSecrets(value, values, clients)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * The gateway compares an authorizer's audience with a token's `aud`, or with its `client_id` where there is none, as in
 * Cognito's access tokens. The fake knows `aud` alone; it still checks the signature and the issuer.
 */
function withoutAudience(template: unknown): unknown {
  const { Resources, ...rest } = fieldsOf(template);
  const resources = Object.entries(fieldsOf(Resources)).map(([id, resource]) => {
    const { Type, Properties, ...others } = fieldsOf(resource);
    if (Type !== "AWS::ApiGatewayV2::Authorizer") return [id, resource] as const;
    const { JwtConfiguration, ...properties } = fieldsOf(Properties);
    const { Audience: _audience, ...jwt } = fieldsOf(JwtConfiguration);
    return [id, { ...others, Type, Properties: { ...properties, JwtConfiguration: jwt } }] as const;
  });
  return { ...rest, Resources: Object.fromEntries(resources) };
}

/** The text of an Fn::Join of words and parameters. */
function joined(node: object, values: ReadonlyMap<string, string>): string | undefined {
  const join = fieldsOf(node)["Fn::Join"];
  const parts: unknown = Array.isArray(join) ? join[1] : undefined;
  if (!Array.isArray(parts)) return undefined;
  const words = parts.map((part: unknown) =>
    typeof part === "string" ? part : values.get(String(fieldsOf(part).Ref)),
  );
  return words.includes(undefined) ? undefined : words.join("");
}
