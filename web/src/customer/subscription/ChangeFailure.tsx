import type { ReactElement } from "react";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { Banner } from "../../ui/Banner.tsx";

type ChangeFailureProps = {
  /** The heading where nothing has changed. */
  unchanged: string;
  /** Of the change itself. */
  error: unknown;
  /** Why what it costs could not be read. */
  unread: string | null;
};

/** Why a plan or its seats did not change. A look at the price changes nothing, whether it is answered or not. */
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
