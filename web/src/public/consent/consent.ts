import { CONSENT_HEADER, LINK_TO_ASK_ABOUT } from "#shared/referrals/linkConsent.ts";
import { readStored, writeStored } from "../../app/storage.ts";
import { hasSession } from "../live/session.ts";
import { showBanner } from "./banner.ts";

const STORED = "linkConsent";
/** Six months, as the French authority recommends (CNIL, guidelines on cookies of 2020). */
const ASK_AGAIN_AFTER = 180 * 24 * 3_600_000;

/** Asks about the link that led here, unless this browser has a recent answer. Stores nothing before the answer. */
export function settle(): void {
  const here = new URL(window.location.href);
  const link = here.searchParams.get("via");
  if (link === null || !/^[\w-]+(\/[\w-]+)?$/.test(link)) return;
  here.searchParams.delete(LINK_TO_ASK_ABOUT);
  window.history.replaceState(window.history.state, "", here);
  // A signed-in visitor is already a customer, so no link can earn from them.
  if (hasSession()) return;
  const known = answerBefore();
  if (known === "yes") void follow(link);
  if (known !== null) return;
  const release = carryAlong(link);
  showBanner((agreed) => {
    release();
    writeStored("localStorage", STORED, `${agreed ? "yes" : "no"} ${new Date().toISOString()}`);
    if (agreed) void follow(link);
  });
}

function answerBefore(): "yes" | "no" | null {
  const [answer, at = ""] = (readStored("localStorage", STORED) ?? "").split(" ");
  const age = Date.now() - Date.parse(at);
  if (!(age < ASK_AGAIN_AFTER)) return null;
  return answer === "yes" || answer === "no" ? answer : null;
}

/** Follows the link again with the visitor's consent, so that the click counts and the cookie is set. */
async function follow(link: string): Promise<void> {
  const isOurs = URL.parse(document.referrer)?.origin === window.location.origin;
  const headers = { [CONSENT_HEADER]: isOurs ? "" : document.referrer };
  await fetch(`/r/${link}`, { redirect: "manual", headers }).catch(() => undefined);
}

/** Adds the link to the addresses of this site's other pages, because nothing may be stored before the answer. */
function carryAlong(link: string): () => void {
  const carry = ({ target }: Event): void => {
    const anchor = target instanceof Element ? target.closest("a") : null;
    if (anchor?.origin !== window.location.origin || anchor.pathname === window.location.pathname) return;
    const url = new URL(anchor.href);
    url.searchParams.set(LINK_TO_ASK_ABOUT, link);
    anchor.href = url.href;
  };
  document.addEventListener("click", carry, true);
  return () => document.removeEventListener("click", carry, true);
}
