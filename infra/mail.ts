import { CfnConfigurationSet } from "aws-cdk-lib/aws-ses";
import type { Scope } from "./scope.ts";

/**
 * The settings that mail is sent with. Named in each call: an identity made in SES's console comes with its own set,
 * which SES would otherwise use and which no role may use.
 */
export function createMailSettings({ stack, names }: Scope): void {
  new CfnConfigurationSet(stack, "MailSettings", { name: names.mailSettings });
}
