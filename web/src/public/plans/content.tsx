import type { ReactNode } from "react";
import { BRAND } from "#shared/brand.ts";
import { REFUND_DAYS } from "#shared/catalog/catalog.ts";
import { paths } from "../../app/paths.ts";

const terms = (section: string): string => `${paths.terms.href()}#${section}`;

/** An answer that the terms cover links to their section, because the terms are the contract. */
export const ENTITLEMENTS: readonly { id: string; title: string; body: ReactNode }[] = [
  {
    id: "guarantee",
    title: `${REFUND_DAYS}-day guarantee`,
    body: (
      <>
        A full refund within {REFUND_DAYS} days of your first payment, whatever the reason. To get it, open
        Subscription in your account and choose “Open Management”.{" "}
        <a href={terms("refunds")}>Refunds in the terms</a>
      </>
    ),
  },
  {
    id: "company-ends",
    title: `If we stop making ${BRAND.name}`,
    body: (
      <>
        We tell you at least six months before, and lifetime licenses then run without our servers.{" "}
        <a href={terms("end")}>The clause in the terms</a>
      </>
    ),
  },
  {
    id: "receipts",
    title: "Receipts and invoices",
    body: (
      <>
        Every payment, including the one for a lifetime license, has a PDF invoice in your account. You can
        add your company's address and tax number in the billing portal.
      </>
    ),
  },
  {
    id: "updates",
    title: "Updates",
    body: (
      <>
        Download new versions for Windows and macOS from your account, each with its SHA-256 checksum. The
        application verifies the signature of an update before it installs it.
      </>
    ),
  },
  {
    id: "security",
    title: "Security",
    body: (
      <>
        Stripe takes the card; this site never sees its number. Your provider keys and articles stay on your
        computer. The <a href={paths.privacy.href()}>privacy page</a> lists what we store.
      </>
    ),
  },
  {
    id: "cancel",
    title: "Canceling",
    body: (
      <>
        Cancel with one button in your account. Access continues to the end of the billing period.{" "}
        <a href={terms("cancel")}>Canceling in the terms</a>
      </>
    ),
  },
  {
    id: "provider-costs",
    title: "Costs besides the license",
    body: (
      <>
        You bring your own provider keys, for text, voice and music, and pay those providers directly. The{" "}
        <a href="#video-cost">calculator</a> shows what a video costs you there, and the{" "}
        <a href={paths.api.href()}>integrations page</a> says how each one charges.
      </>
    ),
  },
];
