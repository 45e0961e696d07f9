import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BuildOptions, build } from "esbuild";
import { ROOT } from "../../../local/options.ts";
import { functionIds, handlerFiles } from "../../bundle/functionIds.ts";
import { leaveOut } from "../../bundle/leaveOut.ts";
import { bundle } from "../../bundle.ts";

/**
 * Each client's package, class and one command. A bare handler creates the clients whose packages are in the function's
 * bundle.
 */
const CLIENTS = [
  ["@aws-sdk/client-kms", "KMSClient", "SignCommand"],
  ["@aws-sdk/client-secrets-manager", "SecretsManagerClient", "GetSecretValueCommand"],
  ["@aws-sdk/client-sqs", "SQSClient", "SendMessageBatchCommand"],
  ["@aws-sdk/client-sesv2", "SESv2Client", "SendEmailCommand"],
  ["@aws-sdk/client-cognito-identity-provider", "CognitoIdentityProviderClient", "AdminGetUserCommand"],
  ["stripe", "Stripe", ""],
] as const;
type Client = (typeof CLIENTS)[number];

export type Variants = { own: string; defaults: string; bare: string; empty: string };

const CJS = { bundle: true, platform: "node", target: "node24", format: "cjs", logLevel: "silent" } as const;

/** Builds every function as deployed and with esbuild's defaults, and the bare handlers for comparison. */
export async function buildVariants(folder: string): Promise<ReadonlyMap<string, Variants>> {
  const files = handlerFiles(functionIds());
  await bundle({ outdir: path.join(folder, "own") });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(files).map(([id, file]) => ({ in: file, out: `${id}/index` })),
    outdir: path.join(folder, "defaults"),
    outExtension: { ".js": ".cjs" },
    ...CJS,
    metafile: true,
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const empty = path.join(folder, "empty.cjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(empty, "exports.handler = async () => ({ statusCode: 200 });\n");
  const bare = new Map<string, string>();
  const variants = new Map<string, Variants>();
  for (const id of Object.keys(files)) {
    const defaults = path.join(folder, "defaults", id, "index.cjs");
    const inputs = Object.keys(outputs.get(path.relative(ROOT, defaults))?.inputs ?? {});
    const clients = CLIENTS.filter(([name]) =>
      inputs.some((input) => input.includes(`node_modules/${name}/`)),
    );
    const key = clients.map(([, client]) => client).join("-");
    const file = bare.get(key) ?? (await buildBare(path.join(folder, `bare-${key}.cjs`), clients));
    bare.set(key, file);
    variants.set(id, { own: path.join(folder, "own", id, "index.cjs"), defaults, bare: file, empty });
  }
  return variants;
}

/** Builds a handler that creates these clients with the product's options, and reads one row from DynamoDB. */
async function buildBare(outfile: string, clients: readonly Client[]): Promise<string> {
  const lines = clients.map(([name, client, command]) =>
    command === ""
      ? `import ${client} from "${name}"; exports.${client} = new ${client}("sk_test_bench");`
      : `import { ${client}, ${command} } from "${name}"; exports.${client} = [new ${client}(options), ${command}];`,
  );
  const contents = `
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { amazon } from "./functions/platform/amazon.ts";
const options = amazon("bench", 1_000, 3);
${lines.join("\n")}
const documents = DynamoDBDocumentClient.from(new DynamoDBClient(options));
exports.handler = () => documents.send(new GetCommand({ TableName: "bench", Key: { pk: "one", sk: "one" } }));`;
  const options: BuildOptions = {
    ...CJS,
    absWorkingDir: ROOT,
    stdin: { contents, resolveDir: ROOT, loader: "ts" },
    outfile,
    minify: true,
    mainFields: ["module", "main"],
    plugins: [leaveOut],
    supported: { "dynamic-import": false },
  };
  await build(options);
  return outfile;
}

export async function buildChild(outfile: string, entry: string): Promise<string> {
  await build({ ...CJS, entryPoints: [entry], outfile });
  return outfile;
}
