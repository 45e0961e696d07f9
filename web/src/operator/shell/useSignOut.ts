import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { toast } from "../../ui/toast.ts";
import { shutOut } from "../gate/admission.ts";
import { signOutOperator } from "../gate/signOut.ts";
import { SIGN_OUT_FAILED } from "../gate/words.ts";

/** Ends the session at the API and opens the sign-in page. A failure is shown and can be retried. */
export function useSignOut(): { busy: boolean; leave: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await signOutOperator();
      shutOut();
      await navigate(paths.admin.href());
    } catch {
      toast(SIGN_OUT_FAILED, "bad");
    } finally {
      setBusy(false);
    }
  };
  return { busy, leave };
}
