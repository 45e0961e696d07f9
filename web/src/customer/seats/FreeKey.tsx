import { type ReactElement, useState } from "react";
import { createFreeKey } from "#shared/licenses/customer.ts";
import { reasonOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { KeyBox } from "../../ui/KeyBox.tsx";

/** Shows the new key until the list of seats includes it, a moment later. */
export function FreeKey(): ReactElement {
  const [created, setCreated] = useState<string | null>(null);
  const { run, pending, error } = useAction(createFreeKey, {
    quiet: true,
    success: "Your free key is ready.",
    onSuccess: ({ licenseKey }) => setCreated(licenseKey),
  });
  if (created !== null) return <KeyBox value={created} label="Copy the free key" />;
  return (
    <div>
      {error !== null && (
        <Banner tone="bad" title="Could not create free key" className="mb-4">
          {reasonOf(error)}
        </Banner>
      )}
      <Button variant="primary" pending={pending} onClick={() => run({})}>
        Generate Free Key
      </Button>
    </div>
  );
}
