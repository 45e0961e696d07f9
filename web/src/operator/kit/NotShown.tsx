import type { ReactElement } from "react";
import { Banner } from "../../ui/Banner.tsx";

/** Says why a page, or a part of it, could not be shown. */
export function NotShown({ what, failure }: { what: string; failure: string }): ReactElement {
  return (
    <Banner tone="bad" title={`${what} could not be shown`} className="max-w-2xl">
      {failure}
    </Banner>
  );
}
