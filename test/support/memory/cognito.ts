import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import type { Network } from "./network.ts";

/** The customers' pool: every call passes the network and is remembered by the name of its operation. */
export function memoryCognito(network: Network): { done: string[] } {
  const done: string[] = [];
  async function send(command: object): Promise<unknown> {
    const operation = command.constructor.name.replace(/Command$/, "");
    return network.pass({ service: "cognito", operation }, () => {
      done.push(operation);
      return {};
    });
  }
  Object.assign(CognitoIdentityProviderClient.prototype, { send });
  return { done };
}
