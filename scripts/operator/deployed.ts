import type { Aws } from "../aws/aws.ts";
import type { Deployment } from "../deploy/deployment.ts";
import { operatorHash } from "./hash.ts";

/**
 * Whether the last deployment sends alarms and the operator's mail to this address, as `config.json` says. Undefined
 * before the first deployment.
 */
export async function isDeployedOperator(
  aws: Aws,
  { bucket }: Deployment,
  poolId: string,
  email: string,
): Promise<boolean | undefined> {
  const config = await aws.download(bucket("site", aws.account), "config.json");
  return config?.includes(operatorHash(poolId, email));
}
