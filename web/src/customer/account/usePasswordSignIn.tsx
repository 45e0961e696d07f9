import { type ReactElement, useState } from "react";
import { lettersAndDigits } from "#shared/typed.ts";
import { refusedCode } from "../../app/authErrors.ts";
import { needsCode, openSession } from "./afterSignIn.ts";
import { CodeField } from "./CodeField.tsx";

/**
 * Signs in with a password and, if the account requires it, an authenticator code. Every form that asks for an existing
 * password uses this hook, so that each can ask for the code.
 */
export function usePasswordSignIn(): {
  /** The field for the authenticator code; null until the account requires a code. */
  codeField: ReactElement | null;
  /**
   * @returns false if the account requires a code, whose field then appears
   * @throws the error of the sign-in; for a refused code, one that `authSentence` explains
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
      // After a refused code, the user can enter another code. After any other failure, the field for the code
      // disappears.
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
