import { type ReactElement, useSyncExternalStore } from "react";
import { paths } from "../../app/paths.ts";
import { SignInPage } from "./SignInPage.tsx";
import { SignUpPage } from "./SignUpPage.tsx";

const never = (): (() => void) => () => undefined;

/** Reads the query after hydration, because the HTML is the same for every query. */
export function AuthPage({ path }: { path: string }): ReactElement {
  const search = useSyncExternalStore(
    never,
    () => window.location.search,
    () => "",
  );
  const query = new URLSearchParams(search);
  return path.startsWith(paths.signup.pattern) ? <SignUpPage query={query} /> : <SignInPage query={query} />;
}
