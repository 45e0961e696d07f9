import { type FormEvent, type ReactElement, useState } from "react";
import { Link } from "react-router-dom";
import { type AffiliateRow, halt, setCommissionRate } from "#shared/affiliates/operator.ts";
import { countryName } from "#shared/words.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { count, moment, money, percent } from "../../ui/format.ts";
import type { RowChange } from "../data/fresh.ts";
import { useChange } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { failed } from "../kit/failed.ts";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { customerHref, hrefOf, ledgerHref } from "../tabs.ts";
import { basisPointsOf } from "./rate.ts";

const FAILED = "Failed to update affiliate status";
const whole = (row: AffiliateRow): RowChange => ({
  kind: "affiliate",
  id: row.id,
  patch: row,
  isWhole: true,
});

export function AffiliatePanel({ affiliate }: { affiliate: AffiliateRow }): ReactElement {
  const { id, email, is_active } = affiliate;
  const change = useChange(halt, {
    changes: (_, output) => (output ? [whole({ ...affiliate, is_active: output.is_active })] : []),
    success: is_active ? "The affiliate is suspended." : "The affiliate is active again.",
    failure: failed(FAILED),
  });
  return (
    <SidePanel
      id={id}
      title={email}
      actions={
        <>
          <ConfirmedAction
            label={is_active ? "Suspend" : "Reactivate"}
            danger={is_active}
            title={`${is_active ? "Suspend" : "Reactivate"} ${email}?`}
            run={() => change.run({ scope: "affiliate", id, active: !is_active })}
          >
            {is_active
              ? `Links of ${affiliate.referral_code} still work, but earn nothing from now on, and ${money(affiliate.pending_payout_cents)} in unpaid commissions is put on hold.`
              : `Links of ${affiliate.referral_code} earn again, and commissions on hold can be paid out.`}
          </ConfirmedAction>
          <Link to={ledgerHref(id)} className={buttonClass("secondary", "small")}>
            Ledger
          </Link>
          <Link to={customerHref(affiliate.user_id)} className={buttonClass("secondary", "small")}>
            Customer
          </Link>
          <Link
            to={`${hrefOf("activity")}?affiliate=${encodeURIComponent(id)}`}
            className={buttonClass("secondary", "small")}
          >
            Activity
          </Link>
          {is_active && (
            <Link
              to={`${hrefOf("codes")}?affiliate=${encodeURIComponent(affiliate.referral_code)}`}
              className={buttonClass("secondary", "small")}
            >
              Buyer discount
            </Link>
          )}
        </>
      }
    >
      <Facts
        facts={[
          {
            name: "Referral code",
            value: (
              <span className="flex items-center justify-between gap-2">
                <code className="font-mono">{affiliate.referral_code}</code>
                <CopyButton text={affiliate.referral_code} label="Copy the code" className="-my-1.5" />
              </span>
            ),
          },
          { name: "Referrals", value: count(affiliate.total_referrals) },
          { name: "Total earned", value: money(affiliate.total_earnings_cents) },
          { name: "Pending payout", value: money(affiliate.pending_payout_cents) },
          { name: "Last payout", value: affiliate.last_payout_at && moment(affiliate.last_payout_at) },
          { name: "Joined", value: moment(affiliate.created_at) },
          ...(affiliate.country === undefined
            ? []
            : [{ name: "Country", value: countryName(affiliate.country) }]),
          { name: "Commission", value: percent(affiliate.commission_rate * 10_000) },
        ]}
      />
      <RateForm affiliate={affiliate} />
    </SidePanel>
  );
}

function RateForm({ affiliate }: { affiliate: AffiliateRow }): ReactElement {
  const [rate, setRate] = useState(String(Math.round(affiliate.commission_rate * 10_000) / 100));
  const save = useChange(setCommissionRate, {
    changes: (_, output) =>
      output ? [whole({ ...affiliate, commission_rate: output.commission_rate })] : [],
    success: "Saved.",
    failure: failed("Save failed"),
  });
  const basisPoints = basisPointsOf(rate);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (basisPoints !== null) void save.run({ id: affiliate.id, commission_rate: basisPoints / 10_000 });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 border-t border-line pt-4">
      <div className="flex items-start gap-2">
        <Field
          label="Commission in percent"
          type="number"
          min={0}
          max={100}
          step={0.01}
          inputMode="decimal"
          className="flex-1"
          value={rate}
          error={basisPoints === null ? "Enter 0 to 100 with up to two decimals" : undefined}
          onChange={(event) => setRate(event.target.value)}
        />
        <Button type="submit" className="mt-6.5 h-11" pending={save.pending} disabled={basisPoints === null}>
          Save
        </Button>
      </div>
      <p className="mt-1.5 text-xs text-quiet">Applies to customers referred from now on.</p>
    </form>
  );
}
