import type { ReactElement } from "react";
import { createFreeKey } from "#shared/licenses/customer.ts";
import { ApiError, messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { KeyBox } from "../../ui/KeyBox.tsx";

type FreeKeyProps = { created: string | null; onCreated: (licenseKey: string) => void };

/** The account's one free key: the button, then the key itself with what to do with it. */
export function FreeKey({ created, onCreated }: FreeKeyProps): ReactElement {
  const { run, pending, error } = useAction(createFreeKey, {
    quiet: true,
    onSuccess: ({ licenseKey }) => onCreated(licenseKey),
  });
  if (created !== null)
    return (
      <div role="status">
        <p className="mb-2 text-sm font-medium text-good-ink">Your free key</p>
        <KeyBox value={created} label="Copy the free key" />
        <p className="mt-3 text-sm text-quiet">
          Open the application, choose <strong className="font-semibold text-ink">Enter key</strong> and paste
          it. You find it again under Seats.
        </p>
      </div>
    );
  return (
    <>
      {error !== null && (
        <Banner tone="bad" title="Could not create free key" className="mb-4">
          {error instanceof ApiError ? messageOf(error) : null}
        </Banner>
      )}
      <Button variant="primary" pending={pending} onClick={() => run({})}>
        Generate Free Key
      </Button>
    </>
  );
}
