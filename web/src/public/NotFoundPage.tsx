import type { ReactElement } from "react";
import { Banner } from "../ui/Banner.tsx";
import { Landing } from "./landing/Landing.tsx";

/** The landing page with a notice, for unknown paths. enter.ts adds the path to the notice. */
export function NotFoundPage(): ReactElement {
  return (
    <Landing
      notice={
        <div className="page pt-6">
          <Banner tone="neutral" title="There is no page at this address">
            <p data-own-path="" className="break-all text-quiet" />
          </Banner>
        </div>
      }
    />
  );
}
