import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { Brought } from "#shared/insights/growth.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import { affiliateHref } from "../tabs.ts";
import { Head } from "./Head.tsx";

export function BestAffiliates({ affiliates }: { affiliates: readonly Brought[] }): ReactElement {
  return (
    <Card className="min-w-0 p-4.5">
      <CardTitle>Top affiliates</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        Revenue: what referred customers paid in the period, minus refunds and lost disputes. Commissions:
        what the affiliate earned, minus what was taken back.
      </p>
      {affiliates.length === 0 ? (
        <p className="py-8 text-center text-sm text-quiet">No affiliate referred a sale in this period.</p>
      ) : (
        <table aria-label="Top affiliates" className="figures mt-2 w-full text-sm whitespace-nowrap">
          <thead className="text-xs text-quiet">
            <tr>
              <Head>Affiliate</Head>
              <Head end>Revenue</Head>
              <Head end wide>
                Commissions
              </Head>
              <Head end>Net</Head>
            </tr>
          </thead>
          <tbody>
            {affiliates.map(({ affiliate_id, email, revenue_cents, commission_cents }) => (
              <tr key={affiliate_id} className="border-t border-line">
                <th scope="row" className="max-w-0 w-full truncate py-1.5 text-left font-normal">
                  <Link
                    to={affiliateHref(affiliate_id)}
                    className="rounded-small text-signal-ink hover:underline"
                  >
                    {email ?? "Deleted account"}
                  </Link>
                </th>
                <td className="py-1.5 pl-3 text-right">{money(revenue_cents)}</td>
                <td className="py-1.5 pl-3 text-right max-sm:hidden">{money(0 - commission_cents)}</td>
                <td className="py-1.5 pl-3 text-right font-medium">
                  {money(revenue_cents - commission_cents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
