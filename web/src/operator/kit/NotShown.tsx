import type { ReactElement } from "react";
import { Banner } from "../../ui/Banner.tsx";

export function NotShown({ what, failure }: { what: string; failure: string }): ReactElement {
  return (
    <Banner tone="bad" title={`${what} could not be shown`} className="max-w-2xl">
      {failure}
    </Banner>
  );
}
