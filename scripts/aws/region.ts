import { STSClient } from "@aws-sdk/client-sts";
import { Refusal } from "../deploy/run.ts";

const WAYS = "Set AWS_REGION (or AWS_DEFAULT_REGION, or a region in your AWS profile) and run this again:";
const EXAMPLE = "  export AWS_REGION=eu-west-1";

/**
 * Looks for the deployment's region where the AWS command line does: in AWS_REGION, AWS_DEFAULT_REGION and the profile.
 * The SDK does not read AWS_DEFAULT_REGION.
 * @throws Refusal if no region is set, or if the value is not the name of a region
 */
export async function findRegion(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || (await regionOfProfile());
  if (region === undefined) throw new Refusal(`No AWS region is set. ${WAYS}\n${EXAMPLE}`);
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region))
    throw new Refusal(`${JSON.stringify(region)} is not an AWS region. ${WAYS}\n${EXAMPLE}`);
  return region;
}

/** The SDK throws if the AWS profile names no region. */
async function regionOfProfile(): Promise<string | undefined> {
  try {
    return await new STSClient({}).config.region();
  } catch {
    return undefined;
  }
}
