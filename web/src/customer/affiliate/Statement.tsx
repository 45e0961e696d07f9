import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { getStatement } from "#shared/payouts/statement.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { saveFile } from "../../ui/saveFile.ts";

export function Statement({ id, on }: { id: string; on: string }): ReactElement {
  const { run, pending } = useAction(getStatement, { revalidate: false });
  const save = async (): Promise<void> => {
    const made = await run({ id });
    if (made !== undefined) saveFile(`${made.name}.csv`, made.csv, "text/csv;charset=utf-8");
  };
  const name = `Statement of the payout requested on ${on}`;
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-2">
      <span className="text-quiet">Statement</span>
      <Link
        to={paths.statement.href(id)}
        aria-label={`${name}, to print`}
        className={buttonClass("secondary", "small")}
      >
        Print
      </Link>
      <Button size="small" pending={pending} aria-label={`${name}, CSV`} onClick={() => void save()}>
        CSV
      </Button>
    </span>
  );
}
