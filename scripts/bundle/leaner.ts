/** The SDK's clients, and the host of each. A region follows it: `dynamodb.eu-central-1.amazonaws.com`. */
export const HOSTS: Readonly<Record<string, string>> = {
  "client-cognito-identity-provider": "cognito-idp",
  "client-dynamodb": "dynamodb",
  "client-kms": "kms",
  "client-lambda": "lambda",
  "client-secrets-manager": "secretsmanager",
  "client-sesv2": "email",
  "client-sqs": "sqs",
};

/**
 * Stands in for a client's rules of endpoints: a program of 100 steps, run at the first call, which comes to this in
 * Amazon's common partition. The other partitions, FIPS and dual-stack addresses are not used.
 */
export function endpointResolver(client: string): string {
  const host = HOSTS[client];
  if (host === undefined) throw new Error(`Add the host of ${client} to HOSTS in scripts/bundle/leaner.ts.`);
  return `
const known = new Map();
export const defaultEndpointResolver = ({ Endpoint, Region }) => {
  const address = Endpoint ?? \`https://${host}.\${Region}.amazonaws.com\`;
  if (!known.has(address)) known.set(address, { url: new URL(address), properties: {}, headers: {} });
  return known.get(address);
};`;
}

/**
 * Stands in for the SDK's settings loader: a setting is in the environment, or has its default. Lambda has no files of
 * profiles, for which each client would look at its first call.
 */
export const CONFIG_LOADER = `
export const loadConfig = ({ environmentVariableSelector, default: fallback }, { signingName, logger } = {}) => {
  let value;
  return async () =>
    (value ??=
      environmentVariableSelector(process.env, { signingName, logger }) ??
      (typeof fallback === "function" ? await fallback() : fallback));
};`;

/**
 * Errors of the services that functions tell apart by class. Any other error keeps its name, its status and its sentence in
 * the client's common class, and is retried just the same.
 */
export const CAUGHT_ERRORS: ReadonlySet<string> = new Set([
  "AliasExistsException",
  "BadRequestException",
  "ConditionalCheckFailedException",
  "EnableSoftwareTokenMFAException",
  "InvalidParameterException",
  "InvalidPasswordException",
  "NotAuthorizedException",
  "TransactionCanceledException",
  "UserNotFoundException",
]);

/**
 * A client's descriptions of what it sends, so that esbuild can leave out those of calls that nothing makes: keys by
 * constants become plain keys, and only errors that are caught are registered.
 */
export function leanSchemas(source: string): string {
  const constants = new Map(
    [...source.matchAll(/^const (\w+) = ("[^"]*");$/gm)].map(([, name, text]) => [name, text]),
  );
  return source
    .replace(/\[(\w+)\]:/g, (whole, name) => (constants.has(name) ? `${constants.get(name)}:` : whole))
    .replace(/^n0_registry\.registerError\(\w+\$, (\w+)\);$/gm, (whole, name) =>
      CAUGHT_ERRORS.has(name) ? whole : "",
    );
}
