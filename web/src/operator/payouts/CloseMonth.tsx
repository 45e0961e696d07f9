import { type ReactElement, useState } from "react";
import { utcMonth } from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";
import { serverNow } from "../../ui/serverClock.ts";
import { ExportButton } from "../kit/ExportButton.tsx";
import { monthAsCsv, monthsUntil } from "./monthAsCsv.ts";

/** The last step: exports everything that an accountant needs for a month, as one file. */
export function CloseMonth(): ReactElement {
  const [now] = useState(serverNow);
  const months = monthsUntil(now);
  const [month, setMonth] = useState(months[1] ?? "");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        bare
        label="Month (UTC)"
        value={month}
        onChange={(event) => setMonth(event.target.value)}
        choices={months.map((value, at) => ({
          value,
          label: at === 0 ? `${utcMonth(value)} so far` : utcMonth(value),
        }))}
      />
      <ExportButton
        name={`books-${month}-utc`}
        label="Export the month"
        parts={() => monthAsCsv(month, now)}
      />
    </div>
  );
}
