import { accessSync, constants } from "node:fs";
import path from "node:path";
import { ACCOUNT, CREDENTIALS, REGION } from "./cloud.ts";
import type { Session } from "./session.ts";

/** The first minor version that reads AWS_ENDPOINT_URL, by major version. Older versions need an option. */
const READS_ENDPOINT: Readonly<Record<string, number>> = { 1: 29, 2: 13 };

/**
 * Signs in as docs/deploy.md says, with `aws configure` and AWS_PROFILE, once with each AWS command line on this
 * machine. The session continues with the profile of the last command line.
 */
export async function signIn(
  session: Session,
  endpoint: string,
): Promise<{ findings: string[]; judged: string }> {
  const findings: string[] = [];
  const versions: string[] = [];
  for (const aws of installed()) {
    const { text } = await session.type(`${aws} --version`);
    const [, version = "", major = "", minor = ""] = /aws-cli\/((\d+)\.(\d+)\.\d+)/.exec(text) ?? [];
    if (version === "" || versions.includes(version)) continue;
    versions.push(version);
    const { accessKeyId, secretAccessKey } = CREDENTIALS;
    const answers = [accessKeyId, secretAccessKey, REGION, "json"].map((answer) => `${answer}\n`).join("");
    await session.type(`${aws} configure --profile newcomer${major}`, answers);
    await session.type(`export AWS_PROFILE=newcomer${major}`);
    const reads = Number(minor) >= (READS_ENDPOINT[major] ?? Number.POSITIVE_INFINITY);
    const said = await session.type(
      `${aws} sts get-caller-identity${reads ? "" : ` --endpoint-url ${endpoint}`}`,
    );
    if (!said.text.includes(ACCOUNT))
      findings.push(`aws ${version} is not signed in: ${said.text.slice(-500)}`);
  }
  if (versions.length === 0)
    await session.type(
      `export AWS_ACCESS_KEY_ID=${CREDENTIALS.accessKeyId} AWS_SECRET_ACCESS_KEY=${CREDENTIALS.secretAccessKey}`,
    );
  return { findings, judged: versions.map((version) => `aws ${version}`).join(" and ") || "variables" };
}

function installed(): string[] {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, "aws"))
    .filter((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
