import { type ReactElement, useState } from "react";
import { AFFILIATE_COOKIE_LASTS } from "#shared/affiliates/affiliate.ts";
import { type AffiliateView, type BuyerDiscount, testLink } from "#shared/affiliates/customer.ts";
import { discountedPlans } from "#shared/discounts/discount.ts";
import { DAY } from "#shared/instant.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { count, money } from "../../ui/format.ts";
import { KeyBox } from "../../ui/KeyBox.tsx";
import { QrDialog } from "./QrDialog.tsx";

type LinkView = AffiliateView["links"][number];

export function Links({ affiliate }: { affiliate: AffiliateView }): ReactElement {
  const [shown, setShown] = useState<LinkView | null>(null);
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="max-w-[52ch]">
          <CardTitle>Your links</CardTitle>
          <p className="mt-1 text-sm text-quiet">
            A customer who signs up within {AFFILIATE_COOKIE_LASTS / DAY} days of a click counts as yours. The
            last link they followed wins, and a code entered at checkout overrides every link.
          </p>
        </div>
        <div>
          <p className="mb-1.5 text-sm text-quiet">Code at checkout</p>
          <KeyBox value={affiliate.referral_code} label="Copy the code" />
        </div>
      </div>
      {affiliate.buyer_discount !== null && <BuyerOffer discount={affiliate.buyer_discount} />}
      <ul className="mt-5 divide-y divide-line border-t border-line">
        {affiliate.links.map((link) => (
          <LinkRow key={link.url} link={link} onQr={() => setShown(link)} />
        ))}
      </ul>
      {shown !== null && <QrDialog name={shown.name} url={shown.url} onClose={() => setShown(null)} />}
    </Card>
  );
}

function BuyerOffer({ discount }: { discount: BuyerDiscount }): ReactElement {
  const { percent_off, amount_off_cents, plans, first_purchase_only, url } = discount;
  const off = percent_off === null ? money(amount_off_cents ?? 0) : `${percent_off}%`;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-raised p-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-sm font-medium">
          Your code takes {off} off {discountedPlans(plans)}
          {first_purchase_only && ", for a first purchase"}
        </p>
        <p className="text-sm text-quiet">
          The code reduces a buyer's first payment. Buyers who use the code count as yours. People who sign up
          through a link below get the discount, too. You earn your commission on what they pay.
        </p>
        <p className="mt-1 truncate font-mono text-sm text-quiet select-all" title={url}>
          {url}
        </p>
      </div>
      <CopyButton text={url} label="Copy the link that applies your code" />
    </div>
  );
}

function LinkRow({ link, onQr }: { link: LinkView; onQr: () => void }): ReactElement {
  const [verdict, setVerdict] = useState<{ counts: boolean; message: string } | null>(null);
  const { run, pending } = useAction(testLink, { revalidate: false, onSuccess: setVerdict });
  return (
    <li className="py-3.5 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="text-sm font-medium">{link.name}</p>
          <p className="truncate font-mono text-sm text-quiet select-all" title={link.url}>
            {link.url}
          </p>
        </div>
        <span className="figures w-20 text-sm text-quiet">
          {count(link.clicks)} {link.clicks === 1 ? "click" : "clicks"}
        </span>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton text={link.url} label={`Copy the link to ${link.name}`} />
          <Button size="small" aria-label={`QR code of the link to ${link.name}`} onClick={onQr}>
            QR
          </Button>
          <Button
            size="small"
            pending={pending}
            onClick={() => run(link.destination_id === null ? {} : { destination: link.destination_id })}
          >
            Test my link
          </Button>
        </div>
      </div>
      {verdict !== null && (
        <Banner tone={verdict.counts ? "good" : "warn"} className="mt-3">
          {verdict.message}
        </Banner>
      )}
    </li>
  );
}
