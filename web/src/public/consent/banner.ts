import { paths } from "../../app/paths.ts";
import "./consent.css";

/** A card at the bottom of the page, first in the tab order after the skip link. */
export function showBanner(answer: (agreed: boolean) => void): void {
  const banner = document.createElement("section");
  banner.className = "consent";
  banner.setAttribute("aria-label", "Cookie");
  const text = document.createElement("p");
  text.setAttribute("role", "status");
  const buttons = document.createElement("div");
  buttons.append(
    ...[true, false].map((agreed) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = agreed ? "Accept" : "Decline";
      button.addEventListener("click", () => {
        banner.remove();
        answer(agreed);
      });
      return button;
    }),
  );
  banner.append(text, buttons);
  const skipLink = document.querySelector('a[href="#content"]');
  if (skipLink) skipLink.after(banner);
  else document.body.prepend(banner);
  // Adds the text once the card is on the page, so that screen readers announce it.
  const privacy = document.createElement("a");
  privacy.href = paths.privacy.href();
  privacy.textContent = "Privacy";
  text.append(
    "Someone who recommends us sent you here. May we store a cookie for 30 days, so that they are paid if you sign up and buy? Everything else works the same without the cookie. ",
    privacy,
  );
}
