import type { Aws } from "../aws/aws.ts";
import type { Deployment } from "../deploy/deployment.ts";
import { operatorHash } from "./hash.ts";

/**
 * Whether alarms and the operator's mail go to this address already: only a deployment takes a new one there.
 * `config.json` names the operator of the last one. Undefined before the first.
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
