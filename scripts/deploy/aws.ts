import { mustRun, Refusal, type Run } from "./run.ts";

/** A deployment's things at AWS, by Amazon's command line: it knows every way to sign in that a person may have. */
export function awsOf(run: Run) {
  const aws = (sentence: string, args: readonly string[], options?: Parameters<Run>[2]) =>
    mustRun(run, sentence, "aws", args, options);
  /** What is not there is undefined; what cannot be read is no reason to write it anew. */
  const read = (
    what: string,
    absent: string,
    args: readonly string[],
    options?: Parameters<Run>[2],
  ): string | undefined => {
    const { status, stdout, stderr } = run("aws", args, options);
    if (status === 0) return stdout.trim();
    if (stderr.includes(absent)) return undefined;
    throw new Refusal(`${what} could not be read.\n${stderr.trim()}`);
  };
  return {
    /** @throws where the command line, credentials or a region are missing */
    checkSignedIn(): { account: string; region: string } {
      if (run("aws", ["--version"]).status !== 0)
        throw new Refusal(
          "The AWS command line is missing. Install it from https://aws.amazon.com/cli/ and run this again.",
        );
      const account = aws(
        "You are not signed in to AWS. Run `aws sso login` or `aws configure`, then this again.",
        ["sts", "get-caller-identity", "--query", "Account", "--output", "text"],
      );
      const region = process.env.AWS_REGION ?? run("aws", ["configure", "get", "region"]).stdout.trim();
      if (region === "")
        throw new Refusal(
          "No region is set. Say where to deploy: AWS_REGION=eu-west-1 npm run deploy -- --stage prod",
        );
      return { account, region };
    },
    parameter(name: string, region?: string): string | undefined {
      return read(
        `The parameter ${name}`,
        "ParameterNotFound",
        ["ssm", "get-parameter", "--name", name, "--query", "Parameter.Value", "--output", "text"],
        region === undefined ? {} : { region },
      );
    },
    putParameter(name: string, value: string): void {
      aws(`The parameter ${name} could not be written.`, [
        "ssm",
        "put-parameter",
        "--name",
        name,
        "--value",
        value,
        "--type",
        "String",
        "--overwrite",
      ]);
    },
    secret(name: string): string | undefined {
      return read(`The secret ${name}`, "ResourceNotFoundException", [
        "secretsmanager",
        "get-secret-value",
        "--secret-id",
        name,
        "--query",
        "SecretString",
        "--output",
        "text",
      ]);
    },
    /** The newest value, and which version of the secret it is. */
    secretVersion(name: string): { version: string; value: string } {
      const [version = "", value = ""] = aws(`The secret ${name} could not be read.`, [
        "secretsmanager",
        "get-secret-value",
        "--secret-id",
        name,
        "--query",
        "[VersionId,SecretString]",
        "--output",
        "text",
      ]).split("\t");
      return { version, value };
    },
    putSecret(name: string, value: string): void {
      aws(
        `The secret ${name} could not be written. Deploy once first: npm run deploy makes it.`,
        ["secretsmanager", "put-secret-value", "--secret-id", name, "--secret-string", "file:///dev/stdin"],
        { input: value },
      );
    },
    output(stack: string, name: string, region?: string): string {
      return aws(
        `The stack ${stack} is not there. Deploy it first: npm run deploy`,
        [
          "cloudformation",
          "describe-stacks",
          "--stack-name",
          stack,
          "--query",
          `Stacks[0].Outputs[?OutputKey=='${name}'].OutputValue`,
          "--output",
          "text",
        ],
        region === undefined ? {} : { region },
      );
    },
    has: (what: string, absent: string, args: readonly string[]): boolean =>
      read(what, absent, args) !== undefined,
    call: aws,
  };
}

export type Aws = ReturnType<typeof awsOf>;
