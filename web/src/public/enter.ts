import { paths } from "../app/paths.ts";
import { askForConsent } from "./consent/askForConsent.ts";
import { enlivenCalculator } from "./live/calculator.ts";
import { enlivenDemo } from "./live/demo.ts";
import { enlivenFilm } from "./live/film.ts";
import { enlivenNav } from "./live/nav.ts";
import { enlivenOffer } from "./live/offer.ts";
import { hasSession } from "./live/session.ts";
import { enlivenStatusLine } from "./live/statusLine.ts";
import { enlivenTheme } from "./live/theme.ts";
import { followCheckoutLinks } from "./offer/checkoutLinks.ts";
import { followTourLinks } from "./tour/tourLinks.ts";
import { watchUncaught } from "./watchUncaught.ts";

const { pathname, hash } = window.location;

// Signed-in users go from the landing page to the dashboard, unless the address names a section.
if (pathname === paths.home.pattern && hash === "" && hasSession())
  window.location.replace(paths.dashboard.href());
else {
  watchUncaught();
  askForConsent();
  enlivenTheme();
  enlivenNav();
  followCheckoutLinks();
  followTourLinks();
  void enlivenStatusLine();
  void enlivenOffer();
  enlivenCalculator();
  enlivenDemo();
  enlivenFilm();
  for (const place of document.querySelectorAll("[data-own-path]")) place.textContent = pathname;
  const board = document.querySelector("[data-status-board]");
  if (board !== null) {
    // Awaited, because static/enliven.js replays early clicks once this file has run.
    const { enlivenStatusBoard } = await import("./status/enlivenStatusBoard.ts");
    void enlivenStatusBoard(board);
  }
}
