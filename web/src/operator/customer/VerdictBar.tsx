import type { ReactElement } from "react";
import { replayEvent, syncCustomer } from "#shared/reconciliation/operator.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/Icon.tsx";
import { MARKS } from "../../ui/marks.ts";
import { toast } from "../../ui/toast.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { TryAgain } from "../kit/TryAgain.tsx";
import { hrefOf } from "../tabs.ts";
import { failedEvents, type Situation, verdictOf } from "./verdict.ts";

export function VerdictBar({ userId, situation }: { userId: string; situation: Situation }): ReactElement {
  const { tone, sentence, fix } = verdictOf(situation);
  const { icon, color } = MARKS[tone];
  const sync = useChange(syncCustomer, {
    changes: () => [userSubject(userId)],
    failure: "Sync failed",
    onSuccess: ({ applied }) =>
      toast(
        applied === 0
          ? "Synced with Stripe. No checkout was missing."
          : `Synced with Stripe. Applied ${applied} missing ${applied === 1 ? "checkout" : "checkouts"}.`,
        "good",
      ),
  });
  const failed = failedEvents(situation);
  const replay = useChange(replayEvent, {
    changes: () => [userSubject(userId)],
    failure: "Replay failed",
  });
  const replayAll = async (): Promise<void> => {
    for (const { id } of failed) if ((await replay.run({ eventId: id })) === undefined) return;
    toast(failed.length === 1 ? "The event was handled." : "The events were handled.", "good");
  };
  return (
    <Card className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4.5 py-3">
      <Icon name={icon} className={cx("size-5 shrink-0", color)} />
      <p className="min-w-0 flex-1 basis-64 font-medium text-pretty">{sentence}</p>
      {fix === "disputes" && (
        <ButtonLink to={hrefOf("disputes")} variant="primary">
          Open disputes
        </ButtonLink>
      )}
      {failed.length > 0 && (
        <Button
          size="small"
          changes
          variant={fix === "replay" ? "primary" : "secondary"}
          pending={replay.pending}
          onClick={() => void replayAll()}
        >
          {failed.length === 1 ? "Replay" : `Replay ${failed.length} events`}
        </Button>
      )}
      {fix === "read" && <TryAgain variant="primary" />}
      {situation.account.stripe_customer_id !== null && (
        <Button
          size="small"
          changes
          variant={fix === "sync" ? "primary" : "secondary"}
          pending={sync.pending}
          onClick={() => void sync.run({ userId })}
        >
          Sync with Stripe
        </Button>
      )}
    </Card>
  );
}
