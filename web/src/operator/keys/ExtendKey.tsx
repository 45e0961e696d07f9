import { type FormEvent, type ReactElement, useState } from "react";
import { extendKey } from "#shared/licenses/operator.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { atTime } from "../../ui/format.ts";
import { serverNow } from "../../ui/serverClock.ts";
import { keySubject, useChange, userSubject } from "../data/useChange.ts";
import { failed } from "../kit/failed.ts";

type ExtendKeyProps = { keyId: string; userId: string | null; expiresAt: string; email: string | null };

const FAILED = failed("Failed to extend license key");

/** Requires a sign-in within the last five minutes. */
export function ExtendKey(props: ExtendKeyProps): ReactElement {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" changes onClick={() => setAsking(true)}>
        Extend
      </Button>
      {asking && <ExtendDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

type ExtendDialogProps = ExtendKeyProps & { onClose: () => void };

function ExtendDialog({ keyId, userId, expiresAt, email, onClose }: ExtendDialogProps): ReactElement {
  // One id per dialog, so that a second click does not extend the key twice.
  const [requestId] = useState(() => crypto.randomUUID());
  const [days, setDays] = useState("30");
  const extend = useChange(extendKey, {
    changes: ({ keyId }) => [keySubject(keyId), ...(userId === null ? [] : [userSubject(userId)])],
    quiet: true,
    success: "The key is extended.",
    onSuccess: onClose,
  });
  const count = Number(days);
  const fits = Number.isInteger(count) && count >= 1 && count <= 3660;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fits) void extend.run({ keyId, days: count, requestId });
  };
  return (
    <Modal title={`Extend ${email === null ? "this key" : `the key of ${email}`}?`} onClose={onClose}>
      <p className="mt-2 mb-4 text-sm text-quiet">
        {Date.parse(expiresAt) > serverNow().getTime()
          ? `The key ends on ${atTime(expiresAt)}.`
          : `The key ended on ${atTime(expiresAt)}. The days count from now.`}{" "}
        Nothing is charged.
      </p>
      {extend.error !== null && (
        <Banner tone="bad" className="mb-4">
          {FAILED(extend.error)}
        </Banner>
      )}
      <form noValidate onSubmit={submit}>
        <Field
          label="Days"
          type="number"
          inputMode="numeric"
          min={1}
          max={3660}
          data-first
          value={days}
          error={fits ? undefined : "Enter a whole number from 1 to 3660"}
          onChange={(event) => setDays(event.target.value)}
        />
        <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!fits} pending={extend.pending}>
            Extend
          </Button>
        </div>
      </form>
    </Modal>
  );
}
