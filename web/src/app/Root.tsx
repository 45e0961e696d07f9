import { lazy, type ReactElement, Suspense, useEffect } from "react";
import { type Location, Outlet, ScrollRestoration, useNavigation, useRevalidator } from "react-router-dom";
import { Toaster } from "../ui/Toaster.tsx";
import { Offline } from "./Offline.tsx";
import { isBackOffice, paths } from "./paths.ts";
import { onSignedOutElsewhere } from "./session.ts";
import { useSignInAgain } from "./signInAgain.ts";
import { clearSessionStorage } from "./storage.ts";

const SignInAgain = lazy(() => import("../customer/account/SignInAgain.tsx"));
const OperatorSignInAgain = lazy(() => import("../operator/gate/SignInAgain.tsx"));

export function Root(): ReactElement {
  const { revalidate } = useRevalidator();
  useEffect(() => onSignedOutElsewhere(leave, () => void revalidate()), [revalidate]);
  return (
    <>
      <Progress />
      <Offline />
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
      <Toaster />
      <AskToSignIn />
    </>
  );
}

/**
 * The router stores a page's scroll position under this key. The default key is the same for every page that the
 * browser loads, so such pages use their address. Otherwise a page would open at another page's position.
 */
const scrollKey = ({ key, pathname, search, hash }: Location): string =>
  key === "default" ? pathname + search + hash : key;

/** Leaves the page if the session ended in another tab, or while this page was in the back-forward cache. */
function leave(): void {
  const { pathname } = window.location;
  // The back office has its own sign-in page, outside the customers' frame.
  if (isBackOffice(pathname)) return;
  // Hides the account until the next page loads.
  document.documentElement.hidden = true;
  clearSessionStorage();
  window.location.replace(paths.login.href());
}

function Progress(): ReactElement | null {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div role="status">
      <div
        role="progressbar"
        aria-label="Loading"
        className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
      >
        <div className="progress-line h-full bg-signal" />
      </div>
    </div>
  );
}

function AskToSignIn(): ReactElement | null {
  const asked = useSignInAgain();
  if (asked === null) return null;
  const Ask = isBackOffice(window.location.pathname) ? OperatorSignInAgain : SignInAgain;
  return (
    <Suspense>
      <Ask email={asked.email} answer={asked.answer} />
    </Suspense>
  );
}
