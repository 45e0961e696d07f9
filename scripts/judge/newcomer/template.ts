import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { GetParameterCommand } from "@aws-sdk/client-ssm";
import { type Clients, clientsIn } from "../../aws/clients.ts";
import { CREDENTIALS } from "./cloud.ts";

const TAKES_TEMPLATE = ["CreateChangeSet", "CreateStack", "UpdateStack"];
const SSM_TYPE = /^AWS::SSM::Parameter::Value<String>$/;
const SECRET = /^\{\{resolve:secretsmanager:([^:]+):SecretString:::([^:}]+)\}\}$/;

export const bringsTemplate = (form: URLSearchParams): boolean =>
  TAKES_TEMPLATE.includes(form.get("Action") ?? "");

/**
 * Does what the fake's CloudFormation does not: resolves parameters from the Parameter Store and
 * `{{resolve:secretsmanager:…}}`, and rewrites the properties that the fake reads differently.
 * @throws if a parameter or a secret does not exist, as CloudFormation does
 */
export async function resolved(
  form: URLSearchParams,
  endpoint: string,
  region: string,
): Promise<URLSearchParams> {
  const clients = clientsIn({ endpoint, region, credentials: CREDENTIALS });
  const url = form.get("TemplateURL");
  const [bucket = "", ...key] = url === null ? [] : new URL(url).pathname.slice(1).split("/");
  const body = url === null ? form.get("TemplateBody") : await download(clients, bucket, key.join("/"));
  // The CDK's own template is YAML and needs no changes.
  if (body === null || !body.trimStart().startsWith("{")) return form;
  const template: unknown = JSON.parse(body);
  const values = await parametersOf(template, givenIn(form), clients);
  const changed = JSON.stringify(asFakeReads(await withSecrets(template, values, clients)));
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

export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};

/** @throws if the Parameter Store has no such name, as CloudFormation does */
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

/** @throws if the secret has no such version, as CloudFormation does */
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
 * Rewrites two properties for the fake. Cognito's access tokens have a `client_id` instead of an `aud`, which the fake
 * does not support, so authorizers lose their audience. The fake still checks signature and issuer. The fake also reads
 * a user pool's name from `PoolName`.
 */
function asFakeReads(template: unknown): unknown {
  const { Resources, ...rest } = fieldsOf(template);
  const resources = Object.entries(fieldsOf(Resources)).map(([id, resource]) => {
    const { Type, Properties, ...others } = fieldsOf(resource);
    const properties = fieldsOf(Properties);
    if (Type === "AWS::ApiGatewayV2::Authorizer") {
      const { Audience: _audience, ...jwt } = fieldsOf(properties.JwtConfiguration);
      properties.JwtConfiguration = jwt;
    } else if (Type === "AWS::Cognito::UserPool") properties.PoolName = properties.UserPoolName;
    else return [id, resource] as const;
    return [id, { ...others, Type, Properties: properties }] as const;
  });
  return { ...rest, Resources: Object.fromEntries(resources) };
}

function joined(node: object, values: ReadonlyMap<string, string>): string | undefined {
  const join = fieldsOf(node)["Fn::Join"];
  const parts: unknown = Array.isArray(join) ? join[1] : undefined;
  if (!Array.isArray(parts)) return undefined;
  const words = parts.map((part: unknown) =>
    typeof part === "string" ? part : values.get(String(fieldsOf(part).Ref)),
  );
  return words.includes(undefined) ? undefined : words.join("");
}
