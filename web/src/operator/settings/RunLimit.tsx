import { type ReactElement, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import { type getRunLimit, saveRunLimit } from "#shared/payouts/operator.ts";
import { Field } from "../../ui/Field.tsx";
import { centsOf } from "../customer/refundAmount.ts";
import { useChange } from "../data/useChange.ts";
import { SettingCard, SettingForm } from "./SettingCard.tsx";

type Limit = Output<typeof getRunLimit>;

/** The sum that the weekly distribution may pay without asking. */
export function RunLimit({ limit }: { limit: Limit | null }): ReactElement {
  return (
    <SettingCard title="Weekly payouts" what="limit" form={limit && <LimitForm limit={limit} />}>
      If the approved payouts add up to more than this sum, the weekly distribution pays none of them, and
      "Needs you" asks you to run it.
    </SettingCard>
  );
}

function LimitForm({ limit }: { limit: Limit }): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const save = useChange(saveRunLimit, { success: "Saved.", quiet: true, onSuccess: () => setTyped(null) });
  const amount = typed ?? (limit.max_scheduled_cents / 100).toFixed(2);
  const cents = centsOf(amount);
  const submit = (): void => {
    if (cents !== null) void save.run({ max_scheduled_cents: cents, version: limit.version });
  };
  return (
    <SettingForm save={save} label="Save limit" onSubmit={submit}>
      <Field
        label="Maximum sum in USD"
        inputMode="decimal"
        hint="With 0, every weekly distribution asks you first."
        value={amount}
        error={cents === null ? "Enter an amount such as 10000.00" : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </SettingForm>
  );
}
