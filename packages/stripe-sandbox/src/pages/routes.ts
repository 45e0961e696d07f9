import type { Hono } from "hono";
import { serveAuthentication } from "./authentication.ts";
import { serveCheckout } from "./checkout.ts";
import { serveDashboard } from "./dashboard.ts";
import { serveInvoices } from "./invoices.ts";
import { serveOnboarding } from "./onboarding.ts";
import type { PageParts } from "./parts.ts";
import { servePortal } from "./portal.ts";

export function servePages(app: Hono, parts: PageParts): void {
  serveAuthentication(app, parts);
  serveCheckout(app, parts);
  serveDashboard(app, parts);
  serveInvoices(app, parts);
  serveOnboarding(app, parts);
  servePortal(app, parts);
}
