import { type ReactElement, useState } from "react";
import { lettersAndDigits } from "#shared/typed.ts";
import { needsCode, openSession, refusedCode } from "./afterSignIn.ts";
import { CodeField } from "./CodeField.tsx";

/**
 * A sign-in by password, and by the authenticator's code where the account asks for one. Every form of an existing
 * account's password uses it, so that none lacks the field.
 */
export function usePasswordSignIn(): {
  /** Stands below the password, once it is needed. */
  codeField: ReactElement | null;
  /**
   * @returns false where the code is still missing: the field for it has appeared
   * @throws a refusal that `authSentence` knows
   */
  signIn: (email: string, password: string) => Promise<boolean>;
} {
  const [asksCode, setAsksCode] = useState(false);
  const [code, setCode] = useState("");
  const signIn = async (email: string, password: string): Promise<boolean> => {
    try {
      await openSession(email, password, asksCode ? lettersAndDigits(code) : undefined);
      setAsksCode(false);
      setCode("");
      return true;
    } catch (error) {
      // A refused code can be entered again; without the sign-in that it belongs to, the password comes first.
      const refused = asksCode ? refusedCode(error) : undefined;
      setAsksCode(needsCode(error) || refused !== undefined);
      if (needsCode(error)) return false;
      throw refused ?? error;
    }
  };
  const codeField = asksCode ? (
    <CodeField label="Authenticator code" value={code} onChange={(event) => setCode(event.target.value)} />
  ) : null;
  return { codeField, signIn };
}
