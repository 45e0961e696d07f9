import { forgetCheckout, rememberedCheckout } from "../../app/checkoutChoice.ts";
import { paths, safeNext } from "../../app/paths.ts";
import { recordSignIn } from "../../app/recordSignIn.ts";
import { keepSession } from "../../app/session.ts";

/** How long the good news stands before the page moves on. */
export const REDIRECT_MS = 1000;

/** Signs in and keeps the session. */
export async function openSession(email: string, password: string): Promise<void> {
  const { signIn } = await import("../../app/amplify.ts");
  keepSession(await signIn(email, password));
  void recordSignIn();
}

/** Where one wanted to go, else on to the plan that was chosen before, else the dashboard. */
export function destination(next: string | null): string {
  const remembered = rememberedCheckout();
  forgetCheckout();
  const fallback = remembered === null ? paths.dashboard.href() : paths.checkout.href(remembered);
  return safeNext(next, fallback);
}
