import { type ReactElement, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router-dom";
import { NO_ADDRESS } from "#shared/affiliates/affiliate.ts";
import { type AffiliateRow, halt, setCommissionRate } from "#shared/affiliates/operator.ts";
import { listPayouts, type PayoutRow } from "#shared/payouts/operator.ts";
import { countryName } from "#shared/words.ts";
import { call } from "../../api/call.ts";
import { type Page, useMore } from "../../api/useMore.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { count, day, moment, money, percent } from "../../ui/format.ts";
import { Changes } from "../../ui/ViewOnly.ts";
import { centsOf } from "../customer/refundAmount.ts";
import { Section } from "../customer/Section.tsx";
import { wholeRow } from "../data/fresh.ts";
import { useChange } from "../data/useChange.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { Facts } from "../kit/SidePanel.tsx";
import { TextLink } from "../kit/TextLink.tsx";
import { useText } from "../kit/useText.ts";
import { State } from "../payouts/states.tsx";
import { AFFILIATE_PART, hrefOf, payoutHref, REQUESTS } from "../tabs.ts";
import { Balance, Commissions } from "./Commissions.tsx";
import { AffiliateState } from "./columns.tsx";
import type { AffiliateView } from "./readAffiliate.ts";

const ACCOUNT = {
  none: "Not connected to Stripe",
  incomplete: "Stripe needs more information",
  ready: "Can be paid",
} as const;
export function AffiliatePart({ affiliate }: { affiliate: AffiliateView }): ReactElement {
  const { row, ledger, payouts, request } = affiliate;
  const { id, is_active, referral_code } = row;
  const isDeleted = row.email === NO_ADDRESS;
  const link = `${window.location.origin}/r/${referral_code}`;
  const part = useRef<HTMLElement>(null);
  const heading = useId();
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link changes only the key
  useEffect(() => {
    if (hash !== `#${AFFILIATE_PART}`) return;
    part.current?.scrollIntoView();
    part.current?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <section
      id={AFFILIATE_PART}
      ref={part}
      tabIndex={-1}
      aria-labelledby={heading}
      className="scroll-mt-18 space-y-4 pt-3 outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={heading} className="text-lg">
          Affiliate
        </h2>
        <AffiliateState isActive={is_active} />
        <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">
          {!isDeleted && <Halt affiliate={row} />}
          <ButtonLink to={`${hrefOf("activity")}?affiliate=${encodeURIComponent(id)}`}>Activity</ButtonLink>
          {is_active && (
            <ButtonLink to={`${hrefOf("codes")}?affiliate=${encodeURIComponent(referral_code)}`}>
              Buyer discount
            </ButtonLink>
          )}
        </div>
      </div>
      <Balance balance={ledger.balance} />
      <Commissions id={id} first={ledger} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Section title="Link and rate">
          <Facts
            facts={[
              { name: "Referral code", value: <Copied text={referral_code} label="Copy the code" /> },
              { name: "Link", value: <Copied text={link} label="Copy the link" /> },
              { name: "Clicks", value: count(ledger.clicks) },
              { name: "Referrals", value: count(row.total_referrals) },
              { name: "Payout method", value: ACCOUNT[ledger.payout_account] },
              ...(row.country === undefined ? [] : [{ name: "Country", value: countryName(row.country) }]),
              { name: "Joined", value: moment(row.created_at) },
              ...(isDeleted ? [{ name: "Commission", value: percent(row.commission_rate * 10_000) }] : []),
            ]}
          />
          {!isDeleted && (
            <Changes>
              <RateForm affiliate={row} />
            </Changes>
          )}
        </Section>
        <Payouts id={id} first={payouts} request={request} />
      </div>
    </section>
  );
}

function Copied({ text, label }: { text: string; label: string }): ReactElement {
  return (
    <span className="flex items-center justify-between gap-2">
      <code className="min-w-0 font-mono text-xs wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} className="-my-1.5" />
    </span>
  );
}

export function Halt({ affiliate }: { affiliate: AffiliateRow }): ReactElement {
  const { id, email, is_active, referral_code } = affiliate;
  const label = is_active ? "Suspend affiliate" : "Reactivate affiliate";
  const change = useChange(halt, {
    changes: (_, output) =>
      output ? [wholeRow("affiliate", { ...affiliate, is_active: output.is_active })] : [],
    success: is_active ? "The affiliate is suspended." : "The affiliate is active again.",
    failure: "Failed to update affiliate status",
  });
  return (
    <ConfirmedAction
      label={label}
      danger={is_active}
      title={`${label} ${email}?`}
      run={() => change.run({ scope: "affiliate", id, active: !is_active })}
    >
      {is_active
        ? `Links with the code ${referral_code} still work but earn nothing from now on. Commissions that are not yet in a payout are held until you reactivate the affiliate.`
        : `Links with the code ${referral_code} earn again, and the suspension no longer holds commissions.`}
    </ConfirmedAction>
  );
}

type PayoutsProps = { id: string; first: Page<PayoutRow>; request: AffiliateView["request"] };

function Payouts({ id, first, request }: PayoutsProps): ReactElement {
  const more = (cursor: string) => call(listPayouts, { affiliate_id: id, cursor });
  const { rows: payouts, button } = useMore(first, more, { inCard: true });
  const rows = [
    ...(request
      ? [
          {
            ...request,
            open: `${REQUESTS}${request.id}`,
            amount_cents: request.requested_amount_cents,
            reason: "Not in a payout yet",
          },
        ]
      : []),
    ...payouts.map((payout) => ({ ...payout, open: payout.id })),
  ];
  return (
    <Section title="Payouts" empty={rows.length === 0 && "No payouts yet."}>
      <ul aria-label="Payouts" className="divide-y divide-line">
        {rows.map(({ open, amount_cents, requested_at, status, reason }) => (
          <li key={open} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <TextLink to={payoutHref(open)} className="figures">
              {money(amount_cents)}
            </TextLink>
            <span className="flex-1 text-quiet">requested {day(requested_at)}</span>
            <State state={status} />
            {reason !== null && <span className="w-full text-xs wrap-anywhere text-quiet">{reason}</span>}
          </li>
        ))}
      </ul>
      {button}
    </Section>
  );
}

function RateForm({ affiliate }: { affiliate: AffiliateRow }): ReactElement {
  const rate = useText(String(Math.round(affiliate.commission_rate * 10_000) / 100));
  const save = useChange(setCommissionRate, {
    changes: (_, output) =>
      output ? [wholeRow("affiliate", { ...affiliate, commission_rate: output.commission_rate })] : [],
    success: "Saved.",
    failure: "Save failed",
  });
  // A hundredth of a percent is a basis point.
  const basisPoints = centsOf(rate.text) ?? Number.NaN;
  const fits = basisPoints <= 10_000;
  const submit = (): void => {
    if (fits) void save.run({ id: affiliate.id, commission_rate: basisPoints / 10_000 });
  };
  return (
    <Form onSubmit={submit} className="mt-5 border-t border-line pt-4">
      <div className="flex items-start gap-2">
        <Field
          label="Commission in percent"
          type="number"
          min={0}
          max={100}
          step={0.01}
          inputMode="decimal"
          className="flex-1"
          error={!fits ? "Enter 0 to 100 with up to two decimals" : undefined}
          {...rate.field}
        />
        <Button type="submit" className="mt-6.5 h-11" pending={save.pending} disabled={!fits}>
          Save
        </Button>
      </div>
      <p className="mt-1.5 text-xs text-quiet">Applies to customers referred from now on.</p>
    </Form>
  );
}
