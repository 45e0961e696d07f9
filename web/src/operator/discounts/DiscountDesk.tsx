import { type ReactElement, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { discountedPlan, isEveryPlan } from "#shared/discounts/discount.ts";
import { type DiscountCode, endDiscountCode, listDiscountCodes } from "#shared/discounts/operator.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { deadline, money, words } from "../../ui/format.ts";
import { Changes } from "../../ui/ViewOnly.ts";
import { useChange } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { columnsOf } from "../kit/columnsOf.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { listLoader, useLoaded } from "../kit/read.ts";
import { customerHref } from "../tabs.ts";
import { NewDiscount } from "./NewDiscount.tsx";

export const loader = listLoader((_, cursor, signal) => call(listDiscountCodes, { cursor }, { signal }));

const column = columnsOf<DiscountCode>();
const COLUMNS: readonly Column<DiscountCode>[] = [
  {
    id: "code",
    head: "Code",
    wrap: true,
    cell: ({ code, affiliate_id }) => (
      <>
        <span className="font-medium">{code}</span>
        {affiliate_id !== null && (
          <Link to={customerHref(affiliate_id)} className="block text-xs text-quiet underline">
            Affiliate's code
          </Link>
        )}
      </>
    ),
  },
  {
    id: "discount",
    head: "Discount",
    cell: ({ percent_off, amount_off_cents }) =>
      percent_off === null ? `${money(amount_off_cents ?? 0)} off` : `${percent_off}% off`,
  },
  {
    id: "plans",
    head: "Plans",
    cell: ({ plans, first_purchase_only, once_per_customer }) =>
      [
        isEveryPlan(plans) ? "Every plan" : plans.map(discountedPlan).join(", "),
        ...(first_purchase_only ? ["first purchase"] : []),
        ...(once_per_customer ? ["once per customer"] : []),
      ].join(", "),
    from: "lg",
    grow: true,
  },
  {
    id: "redemptions",
    head: "Used",
    cell: ({ redemptions, max_redemptions }) =>
      max_redemptions === null ? redemptions : `${redemptions} of ${max_redemptions}`,
    from: "md",
    end: true,
  },
  column("expires_at", "Expires", { show: deadline, from: "lg" }),
  column("state", "State", {
    show: (state) => <Chip tone={state === "active" ? "good" : "neutral"}>{words(state)}</Chip>,
    from: "md",
  }),
  { id: "actions", head: "", cell: (code) => <Actions code={code} />, end: true },
];

export function Component(): ReactElement {
  const { value, failure } = useLoaded<typeof loader>();
  const [asked, setAsked] = useSearchParams();
  // The button "Buyer discount" on a customer's page links here with the affiliate's code.
  const affiliateCode = asked.get("affiliate") ?? "";
  const [creating, setCreating] = useState(affiliateCode !== "");
  const close = (): void => {
    setCreating(false);
    if (affiliateCode !== "") setAsked({}, { replace: true });
  };
  return (
    <>
      <div className="mb-4 flex justify-end">
        <Button variant="primary" size="small" onClick={() => setCreating(true)}>
          New code
        </Button>
      </div>
      <ListPage>
        <DataTable
          label="Discount codes"
          columns={COLUMNS}
          rows={value?.codes ?? []}
          failure={failure}
          empty="No discount codes. Once there is one, the checkout shows a field for it."
        />
        <Pager shown={value?.codes.length ?? 0} page={value} />
      </ListPage>
      <Changes>{creating && <NewDiscount affiliateCode={affiliateCode} onClose={close} />}</Changes>
    </>
  );
}

function Actions({ code }: { code: DiscountCode }): ReactElement {
  const end = useChange(endDiscountCode, {
    success: "The code has ended.",
    failure: "Failed to end the code",
  });
  // On phones, this is the only place that shows the state.
  if (code.state !== "active") return <span className="text-quiet @lg:hidden">{words(code.state)}</span>;
  return (
    <span className="inline-flex items-center gap-1">
      <CopyButton text={window.location.origin + code.link} label={`Copy the link of ${code.code}`} />
      <ConfirmedAction
        label="End"
        title={`End ${code.code}?`}
        confirm="End code"
        danger
        run={() => end.run({ codeId: code.id })}
      >
        New checkouts refuse the code. A payment page that is already open keeps the discount.
      </ConfirmedAction>
    </span>
  );
}
