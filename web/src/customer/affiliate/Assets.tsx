import type { ReactElement } from "react";
import type { AffiliateView } from "#shared/affiliates/customer.ts";
import { BRAND } from "#shared/brand.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";

const PICTURES = [
  { name: "Logo, SVG", file: "/favicon.svg", save: `${BRAND.slug}-logo.svg` },
  { name: "Logo, PNG", file: "/icons/512.png", save: `${BRAND.slug}-logo.png` },
  { name: "Picture for posts, 1200 × 630", file: "/pictures/home.png", save: `${BRAND.slug}-post.png` },
] as const;

/** For videos and posts. The texts disclose that they are advertising, as the law of many countries requires. */
function textsOf({ links, referral_code: code }: AffiliateView): readonly { name: string; text: string }[] {
  const url = links[0]?.url ?? BRAND.siteUrl;
  return [
    { name: "Below a video", text: `I make these videos with ${BRAND.name}: ${url} (I earn a commission.)` },
    {
      name: "For a post",
      text: `${BRAND.name}: ${BRAND.tagline} Try it at ${url}, or enter my code ${code} at checkout. #ad`,
    },
  ];
}

export function Assets({ affiliate }: { affiliate: AffiliateView }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Logo, pictures and texts</CardTitle>
      <p className="mt-1 max-w-[60ch] text-sm text-quiet">
        Use these files and texts to recommend {BRAND.name}. Say that you earn a commission: many countries
        require it.
      </p>
      <ul aria-label="Pictures" className="mt-4 flex flex-wrap gap-2">
        {PICTURES.map(({ name, file, save }) => (
          <li key={file}>
            <a href={file} download={save} className={buttonClass("secondary", "small")}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <ul aria-label="Texts" className="mt-4 divide-y divide-line border-t border-line">
        {textsOf(affiliate).map(({ name, text }) => (
          <li key={name} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 text-sm last:pb-0">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium">{name}</p>
              <p className="mt-0.5 wrap-anywhere text-quiet select-all">{text}</p>
            </div>
            <CopyButton text={text} label={`Copy the text: ${name}`} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
