import { type ReactElement, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { requestRefund } from "#shared/refunds/customer.ts";
import type { RefundOffer } from "#shared/refunds/refunds.ts";
import { ANSWERED_WITHIN } from "#shared/refunds/withdrawal.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { authSentence } from "../../app/authErrors.ts";
import { Banner } from "../../ui/Banner.tsx";
import { DialogEnd, Modal } from "../../ui/Dialog.tsx";
import { PasswordField } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { atTime, money } from "../../ui/format.ts";
import { toast } from "../../ui/toast.ts";
import { usePasswordSignIn } from "../account/usePasswordSignIn.tsx";
import { useShell } from "../dashboard/useShell.ts";
import { AFTER_DISPUTE } from "../standing/problems.ts";

const ENDS = {
  subscription: [
    "Your subscription ends now, and nothing is charged again.",
    "Your license key stops working.",
  ],
  payment: ["Your lifetime license ends now, and its key stops working."],
} as const;
const ON_REQUEST = [
  `We answer within ${ANSWERED_WITHIN / DAY} days, and email you the deadline.`,
  "Until then your plan and your license key work as before.",
];
const RELOADS = [2, 4, 8, 16, 60].map((seconds) => seconds * SECOND);
const REFUSED = "Nothing was refunded";

/** A refund requires a sign-in within the last five minutes, so the dialog asks for password and code. */
export function RefundDialog({ offer, onClose }: { offer: RefundOffer; onClose: () => void }): ReactElement {
  // One per dialog, so that a second click, even after a lost answer, requests the same refund.
  const [requestId] = useState(() => crypto.randomUUID());
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isSigningIn, setSigningIn] = useState(false);
  const [isSignedIn, setSignedIn] = useState(false);
  const { codeField, signIn } = usePasswordSignIn();
  const { email } = useShell();
  const { revalidate } = useRevalidator();
  const amount = money(offer.amount_cents);
  const refund = useAction(requestRefund, {
    quiet: true,
    onSuccess: ({ answer_by }) => {
      toast(
        answer_by === undefined
          ? `${amount} is on its way back to your payment method.`
          : `We received your request and answer by ${atTime(answer_by)}.`,
        "good",
      );
      // Stripe's webhook ends the plan a moment after the refund.
      if (answer_by === undefined) for (const ms of RELOADS) setTimeout(() => void revalidate(), ms);
      onClose();
    },
  });

  const submit = async (): Promise<void> => {
    setFailure(null);
    setSigningIn(true);
    try {
      // Signs in once, because a code works only once.
      if (!isSignedIn && !(await signIn(email, password))) return;
      setSignedIn(true);
    } catch (error) {
      return setFailure(authSentence(error) ?? "An error occurred.");
    } finally {
      setSigningIn(false);
    }
    await refund.run({ requestId, amount_cents: offer.amount_cents });
  };
  return (
    <Modal title={`Get ${amount} back?`} role="alertdialog" onClose={onClose}>
      <ul className="mt-3 list-disc space-y-1 pl-5 text-sm text-quiet">
        {(offer.self_service ? ENDS[CATALOG[offer.product].mode] : ON_REQUEST).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {offer.subscription_ends !== undefined && (
          <li>
            Your subscription still ends on {atTime(offer.subscription_ends)}, and you are not charged again.{" "}
            {offer.subscription_is_final
              ? AFTER_DISPUTE
              : offer.self_service
                ? "To keep it, choose Keep Subscription on this page after the refund."
                : "You can keep it only if we refund your license before that day."}
          </li>
        )}
        <li>Your account, your videos and your settings stay.</li>
        {offer.self_service && <li>Most banks show the refund within five to ten days.</li>}
      </ul>
      {failure !== null && (
        <Banner tone="bad" title={REFUSED} className="mt-4">
          {failure}
        </Banner>
      )}
      {failure === null && refund.error !== null && (
        <FailureBanner
          error={refund.error}
          refused={REFUSED}
          maybe="The refund may have gone through."
          className="mt-4"
        />
      )}
      <Form onSubmit={submit} className="mt-5 space-y-5">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Confirm with your password"
          autoComplete="current-password"
          data-first
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {codeField}
        <DialogEnd
          confirm={offer.self_service ? "Get a refund" : "Request a refund"}
          cancel="Keep my plan"
          danger
          disabled={password === ""}
          pending={isSigningIn || refund.pending}
          onCancel={onClose}
        />
      </Form>
    </Modal>
  );
}
