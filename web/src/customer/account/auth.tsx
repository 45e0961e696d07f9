import "../../app/zod.ts";
import { mount } from "../../app/mount.tsx";
import { readFilledFields } from "../../app/readFilledFields.ts";
import { readSession } from "../../app/session.ts";
import { warm } from "../../app/warm.ts";
import { askForConsent } from "../../public/consent/askForConsent.ts";
import { watchUncaught } from "../../public/watchUncaught.ts";
import { AuthPage } from "./AuthPage.tsx";
import { destination } from "./afterSignIn.ts";
import { rememberTyped } from "./typedBefore.ts";

// Sign-in and sign-up are static documents, like the public pages. Their forms take input before this script loads.
const next = new URLSearchParams(window.location.search).get("next");
const root = document.getElementById("root");
if (readSession() !== null) window.location.replace(destination(next));
else if (root !== null) {
  watchUncaught();
  askForConsent();
  rememberTyped(root);
  readFilledFields(document);
  mount(root, () => <AuthPage path={window.location.pathname} />, true);
  startOnTyping(root);
}

function startOnTyping(form: HTMLElement): void {
  const start = (): void => warm("signIn");
  if (form.querySelector("input:focus") !== null) start();
  else form.addEventListener("focusin", start, { once: true });
}
