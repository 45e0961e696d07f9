import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { folderBucket, siteCacheControl } from "./cloudfront/bucket.ts";
import { type LocalAwsOptions, portsFrom } from "./options.ts";
import { type LocalAws, startLocalAws } from "./start.ts";

const USAGE = `local-aws <folder> [options]: runs a synthesized CDK app on this computer.

  <folder>               the output of cdk synth, such as cdk.out
  --port <number>        the site's port on 127.0.0.1 (4400); the next five ports are used, too
  --data <folder>        the folder for all data (.local-aws)
  --parameters <file>    JSON: values of SSM parameters that no stack creates
  --bucket <name=folder> the content of a bucket, by its physical name; may be repeated
  --dynamodb <url>       any DynamoDB in place of the embedded one
  --quiet                do not print functions' warnings and errors
  --help                 print this

Ctrl-C ends the program. Exit codes: 0 ended, 1 could not start or end, 2 invalid options.
`;

const MAX_PORT = 65_000;
const Parameters = z.record(z.string(), z.string());

/** A mistake in the options. People read its message. */
class UsageError extends Error {}

/** Runs until a signal arrives. @returns the exit code */
export async function main(argv: string[]): Promise<number> {
  let options: LocalAwsOptions | "help";
  try {
    options = read(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nSee local-aws --help.\n`);
    return 2;
  }
  if (options === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  // Lambda's time zone, which workers inherit from the process.
  process.env.TZ = "UTC";
  try {
    const aws = await startLocalAws(options);
    for (const [name, url] of Object.entries(aws.urls))
      if (url !== null) process.stdout.write(`${name.padEnd(9)}${url}\n`);
    process.stdout.write("Ready.\n");
    return await untilSignal(aws);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function untilSignal(aws: LocalAws): Promise<number> {
  return new Promise((resolve, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => void aws.close().then(() => resolve(0), reject));
  });
}

function read(argv: string[]): LocalAwsOptions | "help" {
  const { values, positionals } = parse(argv);
  if (values.help) return "help";
  const [assembly, ...more] = positionals;
  if (assembly === undefined || more.length > 0)
    throw new UsageError("Name one folder that cdk synth wrote, such as cdk.out.");
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port < 1 || port > MAX_PORT)
    throw new UsageError(`--port must be a whole number from 1 to ${MAX_PORT}, not "${values.port}".`);
  const buckets = new Map(
    values.bucket.map((given) => {
      const [name = "", ...folder] = given.split("=");
      if (name === "" || folder.length === 0)
        throw new UsageError(`--bucket must be a name and a folder, such as site=dist, not "${given}".`);
      return [name, folderBucket(folder.join("="), siteCacheControl)] as const;
    }),
  );
  return {
    assembly,
    dataDir: path.resolve(values.data),
    ports: portsFrom(port),
    parameters: values.parameters === undefined ? {} : parametersIn(values.parameters),
    bucket: (name) => buckets.get(name) ?? { get: async () => undefined },
    dynamodbEndpoint: values.dynamodb,
    log: (line) => void process.stderr.write(`${line}\n`),
    ...(!values.quiet && {
      onFunctionLog: (id: string, text: string) => void process.stderr.write(`${id} ${text}\n`),
    }),
  };
}

function parametersIn(file: string): Readonly<Record<string, string>> {
  try {
    return Parameters.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new UsageError(`The file in --parameters must be a JSON object whose values are texts: ${file}`);
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        port: { type: "string", default: "4400" },
        data: { type: "string", default: ".local-aws" },
        parameters: { type: "string" },
        bucket: { type: "string", multiple: true, default: [] },
        dynamodb: { type: "string" },
        quiet: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
