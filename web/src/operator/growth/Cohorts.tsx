import type { ReactElement } from "react";
import type { Cohort } from "#shared/insights/growth.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { count, percent } from "../../ui/format.ts";

/** How many of the newest cohorts to show, and how many months of each. */
const MONTHS = 12;

export function Cohorts({ cohorts }: { cohorts: readonly Cohort[] }): ReactElement {
  const shown = cohorts.slice(-MONTHS);
  const months = Math.min(MONTHS, Math.max(0, ...shown.map(({ kept }) => kept.length)));
  return (
    <Card className="min-w-0 p-4.5">
      <CardTitle>Retention by cohort</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        Customers grouped by the month of their first subscription payment, and the share that pays at the end
        of each month. Month 0 is the month of the first payment.
      </p>
      {shown.length === 0 ? (
        <p className="py-8 text-center text-sm text-quiet">
          No subscriptions yet. The first payment starts the first cohort.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
        <section aria-label="Retention by cohort" tabIndex={0} className="relative mt-2 overflow-x-auto">
          <table aria-label="Retention by cohort" className="figures text-sm">
            <thead className="text-xs text-quiet">
              <tr>
                <th scope="col" className="py-1.5 pr-4 text-left font-medium">
                  Month
                </th>
                <th scope="col" className="px-2 py-1.5 text-right font-medium">
                  Customers
                </th>
                {Array.from({ length: months }, (_, month) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the month.
                  <th key={month} scope="col" className="px-2 py-1.5 text-right font-medium">
                    <span className="sr-only">Month </span>
                    {month}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ month, customers, kept }) => (
                <tr key={month} className="border-t border-line">
                  <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                    {month}
                  </th>
                  <td className="px-2 py-1.5 text-right">{count(customers)}</td>
                  {kept.slice(0, months).map((paying, at) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: the index is the month.
                      key={at}
                      className="px-2 py-1.5 text-right whitespace-nowrap"
                      title={`${paying} of ${customers}`}
                    >
                      {percent(Math.round((100 * paying) / customers) * 100)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}
