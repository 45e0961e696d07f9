import "../app/zod.ts";
import { paths } from "../app/paths.ts";
import { readSession } from "../app/session.ts";
import { followTheme } from "../app/theme.ts";
import { enliven } from "./frame/enliven.ts";
import { Nav } from "./frame/Nav.tsx";
import { DemoWindow } from "./landing/demo/DemoWindow.tsx";
import { followCheckoutLinks } from "./offer/checkoutLinks.ts";
import { LandingOffer } from "./offer/LandingOffer.tsx";
import { StatusLine } from "./status/StatusLine.tsx";
import { followTourLinks } from "./tour/tourLinks.ts";
import { watchUncaught } from "./watchUncaught.ts";

// A signed-in user on the landing page is moved to the dashboard; one who came for a part of it stays.
if (readSession() !== null && window.location.hash === "") window.location.replace(paths.dashboard.href());
else {
  watchUncaught();
  followTheme();
  followCheckoutLinks();
  followTourLinks();
  enliven("nav", <Nav />);
  enliven("statusLine", <StatusLine />);
  enliven("demo", <DemoWindow />);
  enliven("offer", <LandingOffer />);
}
