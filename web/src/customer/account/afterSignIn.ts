import { forgetCheckout, rememberedCheckout } from "../../app/checkoutChoice.ts";
import { paths, safeNext } from "../../app/paths.ts";
import { recordSignIn } from "../../app/recordSignIn.ts";
import { keepSession } from "../../app/session.ts";

/** How long the good news stands before the page moves on. */
export const REDIRECT_MS = 1000;

/** Signs in and keeps the session. False where Cognito wants a further step that this page does not have. */
export async function openSession(email: string, password: string): Promise<boolean> {
  const { signIn } = await import("../../app/amplify.ts");
  const session = await signIn(email, password);
  if (session === null) return false;
  keepSession(session);
  void recordSignIn();
  return true;
}

/** Where one wanted to go, else on to the plan that was chosen before, else the dashboard. */
export function destination(next: string | null): string {
  const remembered = rememberedCheckout();
  forgetCheckout();
  const fallback = remembered === null ? paths.dashboard.href() : paths.checkout.href(remembered);
  return safeNext(next, fallback);
}
