import { type ReactElement, useState } from "react";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import { showKey } from "#shared/licenses/operator.ts";
import { Button } from "../../ui/Button.tsx";
import { KeyBox } from "../../ui/KeyBox.tsx";
import { useChange } from "../data/useChange.ts";
import { failedToRead } from "../kit/failed.ts";

/** Shows a masked key. The button shows the whole key, and the server adds an audit entry. */
export function ShownKey({ row }: { row: Pick<KeyRow, "id" | "license_key"> }): ReactElement {
  const [whole, setWhole] = useState<string | null>(null);
  const show = useChange(showKey, {
    failure: failedToRead("Failed to show license key"),
    revalidate: false,
    onSuccess: ({ licenseKey }) => setWhole(licenseKey),
  });
  if (whole !== null) return <KeyBox value={whole} label="Copy the key" />;
  return (
    <span className="inline-flex items-center gap-3">
      <code className="font-mono text-xs">{row.license_key}</code>
      <Button size="small" changes pending={show.pending} onClick={() => void show.run({ keyId: row.id })}>
        Show key
      </Button>
    </span>
  );
}
