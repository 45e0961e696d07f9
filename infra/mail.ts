import { CfnConfigurationSet } from "aws-cdk-lib/aws-ses";
import type { Scope } from "./scope.ts";

/**
 * The settings that mail is sent with. Named in each call: an identity made in SES's console comes with a set of its
 * own, which SES would use otherwise and for which no role has a permission.
 */
export function createMailSettings({ stack, names }: Scope): void {
  new CfnConfigurationSet(stack, "MailSettings", { name: names.mailSettings });
}
