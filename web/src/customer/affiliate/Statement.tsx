import type { ReactElement } from "react";
import { getStatement } from "#shared/payouts/statement.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { saveFile } from "../../ui/saveFile.ts";

/** What a payout was made of, for the affiliate's books. */
export function Statement({ id, on }: { id: string; on: string }): ReactElement {
  const { run, pending } = useAction(getStatement, { revalidate: false });
  const save = async (kind: "pdf" | "csv"): Promise<void> => {
    const made = await run({ id });
    if (made === undefined) return;
    if (kind === "csv") return saveFile(`${made.name}.csv`, made.csv, "text/csv;charset=utf-8");
    const bytes = Uint8Array.from(atob(made.pdf_base64), (letter) => letter.charCodeAt(0));
    saveFile(`${made.name}.pdf`, bytes, "application/pdf");
  };
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-2">
      <span className="text-quiet">Statement</span>
      {(["pdf", "csv"] as const).map((kind) => (
        <Button
          key={kind}
          size="small"
          pending={pending}
          aria-label={`Statement of the payout requested on ${on}, ${kind.toUpperCase()}`}
          onClick={() => void save(kind)}
        >
          {kind.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}
