import type { ReactElement } from "react";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { Banner } from "../../ui/Banner.tsx";

type ChangeFailureProps = {
  unchanged: string;
  error: unknown;
  unread: string | null;
};

/** `unread` says why the price could not be read. Reading it changed nothing, so the heading is `unchanged`. */
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
