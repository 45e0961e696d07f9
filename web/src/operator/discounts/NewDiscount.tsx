import { type ReactElement, useEffect, useState } from "react";
import { OPTIONAL_PLANS, PRODUCT_IDS, type ProductId } from "#shared/catalog/catalog.ts";
import { getPlanSettings } from "#shared/catalog/operator.ts";
import { discountedPlan, MAX_DISCOUNT_CODE } from "#shared/discounts/discount.ts";
import { createDiscountCode } from "#shared/discounts/operator.ts";
import { throughDay } from "#shared/instant.ts";
import { ApiError, messageOf, refusalOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { centsOf } from "../customer/refundAmount.ts";
import { useChange } from "../data/useChange.ts";
import { AnyOf } from "../kit/AnyOf.tsx";
import { OneOf } from "../kit/OneOf.tsx";
import { useText } from "../kit/useText.ts";

const KINDS = [
  { value: "percent", label: "Percent" },
  { value: "amount", label: "Amount in USD" },
] as const;
const PLANS = PRODUCT_IDS.map((value) => ({ value, label: discountedPlan(value) }));
/** Fields that show the server's message beside them. */
const FIELDS = ["code", "percentOff", "amountOffCents", "maxRedemptions", "expiresAt"];

/** @param affiliateCode the code of the affiliate whose buyers get the discount; empty for the shop's own code */
export function NewDiscount(props: { affiliateCode: string; onClose: () => void }): ReactElement {
  const { affiliateCode, onClose } = props;
  // Changes only after a refusal, so that a second click does not create a second code.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const code = useText(affiliateCode);
  const [forAffiliate, setForAffiliate] = useState(affiliateCode !== "");
  const [kind, setKind] = useState<(typeof KINDS)[number]["value"]>("percent");
  const off = useText();
  const [plans, setPlans] = useState<ProductId[]>([...PRODUCT_IDS]);
  const [first, setFirst] = useState(false);
  const [once, setOnce] = useState(true);
  const limit = useText();
  const lastDay = useText();
  const [unsold, setUnsold] = useState<readonly ProductId[]>([]);
  useEffect(() => {
    call(getPlanSettings, {}).then(
      ({ plans: sold = [] }) => setUnsold(OPTIONAL_PLANS.filter((each) => !sold.includes(each))),
      // Without the settings, the form only lacks the warning about plans that are not for sale.
      () => undefined,
    );
  }, []);
  const create = useChange(createDiscountCode, {
    success: "Created.",
    quiet: true,
    onSuccess: onClose,
    onFailure: (error) => {
      // Nothing was created, so a new id is safe. Stripe would repeat its refusal for the old id.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        setRequestId(crypto.randomUUID());
    },
  });
  const refused = (field: string): string | undefined => refusalOf(create.error, field);
  const amount = kind === "percent" ? Number(off.text) : centsOf(off.text);
  const isFilled =
    code.text.trim() !== "" &&
    off.text.trim() !== "" &&
    amount !== null &&
    !Number.isNaN(amount) &&
    plans.length > 0;
  const submit = (): void =>
    void create.run({
      requestId,
      code: code.text,
      ...(kind === "percent" ? { percentOff: amount } : { amountOffCents: amount }),
      plans,
      firstPurchaseOnly: first,
      oncePerCustomer: once,
      forAffiliate,
      maxRedemptions: limit.text.trim() === "" ? null : Number(limit.text),
      expiresAt: lastDay.text === "" ? null : throughDay(`${lastDay.text}T00:00:00.000Z`),
    });
  return (
    <FormDialog
      title="New discount code"
      failure={(error) => (FIELDS.some(refused) ? null : messageOf(error))}
      confirm="Create code"
      disabled={!isFilled}
      action={create}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label="Code"
        data-first
        autoComplete="off"
        maxLength={MAX_DISCOUNT_CODE}
        hint={
          forAffiliate
            ? "The affiliate's code, as it appears in their links."
            : "3 to 40 letters, digits and hyphens. Buyers can type it in uppercase or lowercase."
        }
        error={refused("code")}
        {...code.field}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <OneOf label="Kind" choices={KINDS} value={kind} onChange={setKind} />
        <Field
          label={kind === "percent" ? "Percent off" : "Amount off"}
          inputMode="decimal"
          error={refused("percentOff") ?? refused("amountOffCents")}
          {...off.field}
        />
      </div>
      <AnyOf label="Plans" choices={PLANS} value={plans} onChange={setPlans} />
      {plans.length > 0 && plans.every((plan) => unsold.includes(plan)) && (
        <Banner tone="warn">
          None of these plans is for sale now. Nobody can use the code until you sell one under Selling.
        </Banner>
      )}
      <Switch
        label="Affiliate's code: also credits the sale to the affiliate"
        checked={forAffiliate}
        onChange={setForAffiliate}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Switch label="First purchase only" checked={first} onChange={setFirst} />
        <Switch label="Once per customer" checked={once} onChange={setOnce} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Maximum uses"
          inputMode="numeric"
          hint="Leave empty for no limit."
          error={refused("maxRedemptions")}
          {...limit.field}
        />
        <Field
          label="Last day"
          type="date"
          hint="Leave empty for no end."
          error={refused("expiresAt")}
          {...lastDay.field}
        />
      </div>
      <p className="text-sm text-quiet">A subscription gets the discount on its first payment only.</p>
    </FormDialog>
  );
}
