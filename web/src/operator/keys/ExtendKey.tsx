import { type FormEvent, type ReactElement, useState } from "react";
import { extendKey } from "#shared/licenses/operator.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { failed } from "../kit/failed.ts";
import { day } from "../kit/format.ts";

type ExtendKeyProps = { keyId: string; expiresAt: string; email: string | null };

/** Worth money: it wants a sign-in of the last five minutes, which is asked for where there is none. */
export function ExtendKey({ keyId, expiresAt, email }: ExtendKeyProps): ReactElement {
  const [asking, setAsking] = useState(false);
  const [days, setDays] = useState("30");
  const extend = useAction(extendKey, {
    success: "The key is extended.",
    failure: failed("Failed to extend license key"),
    onSuccess: () => setAsking(false),
  });
  const count = Number(days);
  const fits = Number.isInteger(count) && count >= 1 && count <= 3660;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fits) void extend.run({ keyId, days: count });
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Extend
      </Button>
      {asking && (
        <Modal title={`Extend the key of ${email ?? "nobody yet"}?`} onClose={() => setAsking(false)}>
          <p className="mt-2 mb-4 text-sm text-quiet">
            It ends on {day(expiresAt)} as it is. Nothing is charged.
          </p>
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
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button type="submit" variant="primary" disabled={!fits} pending={extend.pending}>
                Extend
              </Button>
            </div>
          </form>
        </Modal>
      )}
    </>
  );
}
