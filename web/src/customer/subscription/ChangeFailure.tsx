import type { ReactElement } from "react";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { Banner } from "../../ui/Banner.tsx";

type ChangeFailureProps = {
  /** The heading if nothing changed. */
  unchanged: string;
  error: unknown;
  /** Why the price could not be read. */
  unread: string | null;
};

/** Reading a price never changes anything, so `unread` comes under the heading `unchanged`. */
export function ChangeFailure({ unchanged, error, unread }: ChangeFailureProps): ReactElement | null {
  if (error !== null)
    return (
      <FailureBanner
        error={error}
        refused={unchanged}
        maybe="The change may have gone through."
        className="mt-4"
      />
    );
  return unread === null ? null : (
    <Banner tone="bad" title={unchanged} className="mt-4">
      {unread}
    </Banner>
  );
}
