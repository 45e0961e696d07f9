import {
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Network } from "./network.ts";

/**
 * The customers' user pool. Every call that passes the network succeeds.
 * @returns the addresses set so far, by account
 */
export function memoryCognito(network: Network): Map<string, string> {
  const addresses = new Map<string, string>();
  async function send(command: object): Promise<unknown> {
    const operation = command.constructor.name.replace(/Command$/, "");
    return network.pass({ service: "cognito", operation }, () => {
      if (command instanceof AdminUpdateUserAttributesCommand)
        for (const { Name, Value } of command.input.UserAttributes ?? [])
          if (Name === "email") addresses.set(String(command.input.Username), String(Value));
      return operation === "AssociateSoftwareToken" ? { SecretCode: "JBSWY3DPEHPK3PXP" } : {};
    });
  }
  Object.assign(CognitoIdentityProviderClient.prototype, { send });
  return addresses;
}
