import { type ReactElement, useState } from "react";
import { DEFAULT_DAILY_SWAPS, MAX_DAILY_SWAPS } from "#shared/licenses/license.ts";
import { createLicenseKey, DURATIONS, type Duration } from "#shared/licenses/operator.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { DialogEnd, Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { KeyBox } from "../../ui/KeyBox.tsx";
import { keySubject, useChange, userSubject } from "../data/useChange.ts";
import { failed } from "../kit/failed.ts";
import { OneOf } from "../kit/OneOf.tsx";
import { type Picked, UserPicker } from "../kit/UserPicker.tsx";
import { useText } from "../kit/useText.ts";

const CHOICES = DURATIONS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

export function GenerateKey({ owner, onClose }: { owner?: Picked; onClose: () => void }): ReactElement {
  // One id per dialog, so that a second click does not generate a second key.
  const [requestId] = useState(() => crypto.randomUUID());
  const [step, setStep] = useState<1 | 2>(1);
  const [duration, setDuration] = useState<Duration>("monthly");
  const swaps = useText(String(DEFAULT_DAILY_SWAPS));
  const note = useText();
  const [user, setUser] = useState<Picked | null>(owner ?? null);
  const [made, setMade] = useState<string | null>(null);
  const create = useChange(createLicenseKey, {
    changes: ({ userId }, output) => [userSubject(userId), ...(output ? [keySubject(output.key.id)] : [])],
    quiet: true,
    onSuccess: ({ licenseKey }) => setMade(licenseKey),
  });
  const maxDailySwaps = Number(swaps.text);
  const fits = Number.isInteger(maxDailySwaps) && maxDailySwaps >= 1 && maxDailySwaps <= MAX_DAILY_SWAPS;

  const isLast = step === 2 || owner !== undefined;
  const generate = (): void => {
    if (user !== null)
      void create.run({ userId: user.id, duration, maxDailySwaps, requestId, note: note.text });
  };

  if (made !== null && user !== null)
    return (
      <Modal title="Key created" onClose={onClose}>
        <p className="mt-2 mb-4 text-sm text-quiet">
          The key is in the account of{" "}
          <strong className="font-medium wrap-anywhere text-ink">{user.email}</strong> now. We did not mail
          them. To send them the key, copy it here.
        </p>
        <KeyBox value={made} label="Copy the key" />
        <div className="mt-6 flex justify-end">
          <Button variant="primary" data-first onClick={onClose}>
            Done
          </Button>
        </div>
      </Modal>
    );

  return (
    <Modal title="Generate Key" onClose={onClose}>
      <p className="mt-1 text-sm text-quiet">
        {owner === undefined
          ? `Step ${step} of 2: ${step === 1 ? "settings" : "owner"}`
          : `For ${owner.email}`}
        . The key appears in the owner's account. We do not mail the owner.
      </p>
      {create.error !== null && (
        <Banner tone="bad" className="mt-4">
          {failed("Failed to generate license key")(create.error)}
        </Banner>
      )}
      <div key={step} className="mt-5 space-y-5">
        {step === 1 ? (
          <>
            <OneOf label="Duration" data-first choices={CHOICES} value={duration} onChange={setDuration} />
            <Field
              label="Max Daily Swaps"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_DAILY_SWAPS}
              error={fits ? undefined : `Enter a whole number from 1 to ${MAX_DAILY_SWAPS}`}
              {...swaps.field}
            />
            <Field
              label="Reason"
              maxLength={500}
              hint="Optional. Operators see the reason in the audit log and on the customer's page. The customer's data export contains it, too."
              {...note.field}
            />
          </>
        ) : (
          <UserPicker picked={user} onPick={setUser} />
        )}
        <DialogEnd
          confirm={isLast ? "Generate Key" : "Next"}
          cancel={step === 1 ? "Cancel" : "Back"}
          disabled={step === 1 ? !fits : user === null}
          pending={create.pending}
          onCancel={step === 1 ? onClose : () => setStep(1)}
          onConfirm={isLast ? generate : () => setStep(2)}
        />
      </div>
    </Modal>
  );
}
