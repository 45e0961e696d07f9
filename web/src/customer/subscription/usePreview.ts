import { useCallback, useEffect, useState } from "react";
import type { SubscriptionPlan } from "#shared/catalog/catalog.ts";
import { type PlanPreview, previewPlan } from "#shared/subscriptions/planChange.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";

/** @param seats the new number of seats; omitted for a change of plan */
export function usePreview(
  to: SubscriptionPlan,
  seats?: number,
): {
  preview: PlanPreview | undefined;
  failure: string | null;
  look: () => void;
} {
  const [asked, setAsked] = useState({});
  const [answer, setAnswer] = useState<{ to: object; preview?: PlanPreview; failure?: string }>();
  useEffect(() => {
    const leaving = new AbortController();
    call(previewPlan, { to, ...(seats === undefined ? {} : { seats }) }, { signal: leaving.signal }).then(
      (preview) => setAnswer({ to: asked, preview }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setAnswer({ to: asked, failure: messageOf(error) });
      },
    );
    return () => leaving.abort();
  }, [asked, to, seats]);
  const current = answer?.to === asked ? answer : undefined;
  const look = useCallback(() => setAsked({}), []);
  return { preview: current?.preview, failure: current?.failure ?? null, look };
}
