import type { ReactElement } from "react";
import { REFUND_DAYS } from "#shared/catalog/catalog.ts";
import type { Output } from "#shared/endpoint.ts";
import { type getRefundLimits, saveRefundLimits } from "#shared/refunds/operator.ts";
import { RENEWAL_REFUND_DAYS } from "#shared/refunds/refunds.ts";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { centsOf } from "../customer/refundAmount.ts";
import { SettingCard, useSetting } from "./SettingCard.tsx";

type Limits = Output<typeof getRefundLimits>;

const draftOf = (limits: Limits | null) => ({
  enabled: limits?.enabled ?? false,
  amount: limits?.max_amount_cents == null ? "" : (limits.max_amount_cents / 100).toFixed(2),
  count: String(limits?.max_per_person ?? ""),
  videos: String(limits?.renewal_videos ?? ""),
});

export const isWhole = (count: number, min: number, max: number): boolean =>
  Number.isInteger(count) && count >= min && count <= max;

/** Beyond these limits, a customer's refund waits for an operator. */
export function RefundLimits({ limits }: { limits: Limits | null }): ReactElement {
  const { draft, set, save } = useSetting(saveRefundLimits, draftOf(limits));
  const { enabled, amount, count, videos } = draft;
  const max_amount_cents = amount.trim() === "" ? null : centsOf(amount);
  const max_per_person = Number(count);
  const renewal_videos = videos.trim() === "" ? null : Number(videos);
  const wrongAmount = amount.trim() !== "" && (max_amount_cents ?? 0) < 1;
  const wrongCount = !isWhole(max_per_person, 1, 100);
  const wrongVideos = renewal_videos !== null && !isWhole(renewal_videos, 0, 10_000);
  const input = { enabled, max_amount_cents, max_per_person, renewal_videos, version: limits?.version ?? 0 };
  return (
    <SettingCard
      title="Refunds by customers"
      isLoaded={limits !== null}
      save={save}
      action="Save limits"
      input={wrongAmount || wrongCount || wrongVideos ? null : input}
      fields={
        <>
          <Switch
            label="Let customers refund themselves"
            checked={enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Maximum amount in USD"
              inputMode="decimal"
              hint="Leave empty for no limit."
              value={amount}
              error={wrongAmount ? "Enter an amount such as 100.00" : undefined}
              onChange={(event) => set({ amount: event.target.value })}
            />
            <Field
              label="Refunds per person"
              type="number"
              min={1}
              max={100}
              inputMode="numeric"
              value={count}
              error={wrongCount ? "Enter a number from 1 to 100" : undefined}
              onChange={(event) => set({ count: event.target.value })}
            />
            <Field
              label="Videos after a yearly renewal"
              inputMode="numeric"
              hint={`For ${RENEWAL_REFUND_DAYS} days after a yearly renewal, customers can refund it if they have made at most this many videos since then. Leave empty to refund no renewal.`}
              value={videos}
              error={wrongVideos ? "Enter a number from 0 to 10000" : undefined}
              onChange={(event) => set({ videos: event.target.value })}
            />
          </div>
        </>
      }
    >
      Customers can refund themselves within {REFUND_DAYS} days of their first payment, up to these limits.
      Accounts that share a card, a computer or an email address count as one person. Beyond the limits, a
      request waits under Withdrawals, with the day by which you must answer.
    </SettingCard>
  );
}
