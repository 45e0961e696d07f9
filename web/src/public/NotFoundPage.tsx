import { type ReactElement, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useTitle } from "../app/useTitle.ts";
import { Banner } from "../ui/Banner.tsx";
import { Landing } from "./landing/Landing.tsx";
import { followCheckoutLinks } from "./offer/checkoutLinks.ts";
import { followTourLinks } from "./tour/tourLinks.ts";

/** Shows the landing page for unknown paths, with a notice that names the path. */
export function Component(): ReactElement {
  const { pathname } = useLocation();
  useTitle("Page not found");
  useEffect(() => followCheckoutLinks(), []);
  useEffect(() => followTourLinks(), []);
  return (
    <Landing
      notice={
        <div className="page pt-6">
          <Banner tone="neutral" title="There is no page at this address">
            <p className="break-all text-quiet">{pathname}</p>
          </Banner>
        </div>
      }
    />
  );
}
