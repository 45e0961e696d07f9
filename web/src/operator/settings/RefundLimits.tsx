import { type ReactElement, useState } from "react";
import { REFUND_DAYS } from "#shared/catalog/catalog.ts";
import type { Output } from "#shared/endpoint.ts";
import { type getRefundLimits, saveRefundLimits } from "#shared/refunds/operator.ts";
import { RENEWAL_REFUND_DAYS } from "#shared/refunds/refunds.ts";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { centsOf } from "../customer/refundAmount.ts";
import { useChange } from "../data/useChange.ts";
import { SettingCard, SettingForm } from "./SettingCard.tsx";

type Limits = Output<typeof getRefundLimits>;

/** Beyond these limits, a customer's refund waits for an operator. */
export function RefundLimits({ limits }: { limits: Limits | null }): ReactElement {
  return (
    <SettingCard title="Refunds by customers" what="limits" form={limits && <LimitsForm limits={limits} />}>
      Customers can refund themselves within {REFUND_DAYS} days of their first payment, up to these limits.
      Accounts that share a card, a computer or an email address count as one person. Beyond the limits, a
      request waits under Withdrawals, with the day by which you must answer.
    </SettingCard>
  );
}

type Draft = { enabled: boolean; amount: string; count: string; videos: string };

const draftOf = ({ enabled, max_amount_cents, max_per_person, renewal_videos }: Limits): Draft => ({
  enabled,
  amount: max_amount_cents === null ? "" : (max_amount_cents / 100).toFixed(2),
  count: String(max_per_person),
  videos: renewal_videos === null ? "" : String(renewal_videos),
});

const isWhole = (count: number, min: number, max: number): boolean =>
  Number.isInteger(count) && count >= min && count <= max;

function LimitsForm({ limits }: { limits: Limits }): ReactElement {
  const [draft, setDraft] = useState<Partial<Draft>>({});
  const { enabled, amount, count, videos } = { ...draftOf(limits), ...draft };
  const save = useChange(saveRefundLimits, { success: "Saved.", quiet: true, onSuccess: () => setDraft({}) });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const cents = amount.trim() === "" ? null : centsOf(amount);
  const perPerson = Number(count);
  const wrongAmount = amount.trim() !== "" && (cents === null || cents < 1);
  const wrongCount = !isWhole(perPerson, 1, 100);
  const renewal_videos = videos.trim() === "" ? null : Number(videos);
  const wrongVideos = renewal_videos !== null && !isWhole(renewal_videos, 0, 10_000);
  const submit = (): void => {
    if (wrongAmount || wrongCount || wrongVideos) return;
    const { version } = limits;
    void save.run({ enabled, max_amount_cents: cents, max_per_person: perPerson, renewal_videos, version });
  };
  return (
    <SettingForm save={save} label="Save limits" onSubmit={submit}>
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
          hint={`For ${RENEWAL_REFUND_DAYS} days after a yearly renewal, customers can refund it if they have made at most this many videos since. Leave empty to refund no renewal.`}
          value={videos}
          error={wrongVideos ? "Enter a number from 0 to 10000" : undefined}
          onChange={(event) => set({ videos: event.target.value })}
        />
      </div>
    </SettingForm>
  );
}
