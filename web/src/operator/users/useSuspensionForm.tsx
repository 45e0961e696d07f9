import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { Choices } from "../kit/Choices.tsx";
import { useText } from "../kit/useText.ts";

const SUBSCRIPTION = [
  {
    value: "pause",
    label: "Pause the subscription",
    effect: "Nothing is charged until you unsuspend the account. Then the subscription continues.",
  },
  {
    value: "cancel",
    label: "Cancel the subscription",
    effect:
      "The subscription ends now, without a refund. After you unsuspend the account, they can subscribe again.",
  },
] as const;

/** The questions before a suspension. The customer sees the reason in the mail about it and in their account. */
export function useSuspensionForm() {
  const [subscription, setSubscription] = useState<"pause" | "cancel">("pause");
  const reason = useText();
  const form = (
    <div className="space-y-4">
      <p>
        We sign them out everywhere, stop all their keys and close their open checkout pages. They can still
        sign in to see billing, cancel and get their data.
      </p>
      <Field label="Reason, shown to the customer (optional)" maxLength={500} {...reason.field} />
      <Choices
        legend="If they have a subscription"
        choices={SUBSCRIPTION}
        value={subscription}
        onChange={setSubscription}
      />
    </div>
  );
  return { form, chosen: { subscription, reason: reason.text } };
}
