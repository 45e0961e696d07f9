import { setUpTOTP, verifyTOTPSetup } from "aws-amplify/auth";
import { BRAND } from "#shared/brand.ts";
import { configure } from "./amplify.ts";

// Registers an authenticator app at the pool. Whether the pool asks for it is up to our own endpoint.

export async function beginAuthenticator(email: string): Promise<{ secret: string; uri: string }> {
  await configure("customer");
  const { sharedSecret, getSetupUri } = await setUpTOTP();
  return { secret: sharedSecret, uri: getSetupUri(BRAND.name, email).href };
}

/** @throws where the code is not the one that the app shows */
export async function verifyAuthenticator(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
}
