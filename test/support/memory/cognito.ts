import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import type { Network } from "./network.ts";

/** The customers' user pool. Every call that passes the network succeeds. */
export function memoryCognito(network: Network): void {
  async function send(command: object): Promise<unknown> {
    const operation = command.constructor.name.replace(/Command$/, "");
    return network.pass({ service: "cognito", operation }, () =>
      operation === "AssociateSoftwareToken" ? { SecretCode: "JBSWY3DPEHPK3PXP" } : {},
    );
  }
  Object.assign(CognitoIdentityProviderClient.prototype, { send });
}
