import { FRESH_FOR_MONEY } from "#shared/endpoint.ts";
import { PEOPLE } from "../../../local/seed/people.ts";
import { signInOperator } from "../../../local/seed/signIn.ts";
import type { StackFile } from "../../../local/stackFile.ts";

/** Signs the operator in again before the sign-in is too old to move money. */
export function operatorOf(stack: StackFile): () => Promise<{ token: string }> {
  let signedIn: Promise<{ token: string }> | undefined;
  let since = 0;
  return () => {
    if (signedIn === undefined || performance.now() - since > FRESH_FOR_MONEY / 2) {
      since = performance.now();
      signedIn = signInOperator(stack, PEOPLE.operator).then((token) => ({ token }));
    }
    return signedIn;
  };
}
