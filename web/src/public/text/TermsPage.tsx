import type { ReactElement } from "react";
import { COMMISSION_MONTHS, HOLD_DAYS } from "#shared/affiliates/commission.ts";
import { BRAND } from "#shared/brand.ts";
import { REFUND_DAYS } from "#shared/catalog/catalog.ts";
import { DAY } from "#shared/instant.ts";
import { TERMS_VERSION } from "#shared/legal.ts";
import { PAST_DUE_GRACE } from "#shared/licenses/standing.ts";
import { paths } from "../../app/paths.ts";
import { Contact } from "./Contact.tsx";
import { MINIMUM_AGE, TEXTS_DATED } from "./dates.ts";
import { type Section, TextPage } from "./TextPage.tsx";

const SECTIONS: readonly Section[] = [
  {
    id: "account",
    title: "Your account",
    body: (
      <p>
        You must be at least {MINIMUM_AGE} years old. If you are too young to accept a contract where you
        live, a parent or guardian must accept these terms for you. An account belongs to one person or one
        business. Keep your password secret, and tell us if someone else learns it.
      </p>
    ),
  },
  {
    id: "license",
    title: "What a license allows",
    body: (
      <>
        <p>
          A license key runs the application on one computer at a time, for your own work and for work you do
          for your customers. To move it, clear the seat in your account and enter the key on the new
          computer. We limit the number of moves per day so that a key cannot be shared.
        </p>
        <p>
          You may not share, resell or publish a key, and you may not remove the license check from the
          application. If a key is used in many places at once, a person reviews it before we act.
        </p>
      </>
    ),
  },
  {
    id: "free",
    title: "The free key",
    body: (
      <p>
        Each account gets one free key, without a card, to try the application. You may not create several
        accounts to get several free keys.
      </p>
    ),
  },
  {
    id: "plans",
    title: "Plans and payment",
    body: (
      <>
        <p>
          The subscription renews each month or each year, as you chose, until you cancel it. Lifetime access
          is a single payment and includes every update for as long as we make the application. The prices on
          the <a href={paths.pricing.href()}>price list</a> apply when you order. If the price of your
          subscription changes, we write to you 30 days before the first renewal at the new price.
        </p>
        <p>
          Stripe handles payments. If a renewal fails, we write to you, and Stripe retries it on later days.
          After {PAST_DUE_GRACE / DAY} days without payment your key stops working. To use it again, you pay
          that invoice and, if a later period has begun, the current one. We do not charge the periods in
          between.
        </p>
      </>
    ),
  },
  {
    id: "cancel",
    title: "Canceling",
    body: (
      <p>
        Cancel any time in your account. Everything keeps working until the end of the paid period, and we do
        not charge you again. Until then you can change your mind.
      </p>
    ),
  },
  {
    id: "refunds",
    title: "Refunds",
    body: (
      <p>
        You get a full refund within {REFUND_DAYS} days of your first payment for a plan, whatever the reason.
        Ask for it on the billing page of your account, or write to us from the address of your account. The
        refund ends the license. It does not affect other rights that the law gives you.
      </p>
    ),
  },
  {
    id: "providers",
    title: "Providers, sources and channels",
    body: (
      <p>
        {BRAND.name} uses your own keys for text, voice and music providers. Their prices and rules are a
        matter between you and them. You are responsible for having the right to use the articles you turn
        into videos, and for publishing only what is lawful and allowed on your channel. What you make is
        yours. We claim no rights to it.
      </p>
    ),
  },
  {
    id: "available",
    title: "What can go wrong",
    body: (
      <p>
        We aim to keep the service available at all times. If it is not, the application keeps working until
        its last license check expires, after seven days at most, or thirty with an offline license. If a
        provider fails, the step that needs it fails too; the <a href={paths.status.href()}>status page</a>{" "}
        shows when. Check every video before you publish it. Models make mistakes, and we cannot promise that
        a script is correct.
      </p>
    ),
  },
  {
    id: "liability",
    title: "Liability",
    body: (
      <p>
        Our liability for intent, gross negligence and personal injury is unlimited, as the law requires.
        Otherwise it is limited to what you paid us in the previous twelve months. We are not liable for what
        providers charge you or for what a channel does with your videos.
      </p>
    ),
  },
  {
    id: "end",
    title: "When we suspend or stop",
    body: (
      <p>
        We may suspend an account that breaks these terms. We write to you first, unless others are being
        harmed and we must act at once. If we made a mistake, we add the lost time to your license. If we stop
        making {BRAND.name}, we tell you at least six months before, and lifetime customers get a version that
        needs no license check.
      </p>
    ),
  },
  {
    id: "affiliates",
    title: "Affiliates",
    body: (
      <>
        <p>
          Affiliates earn a share of the payments made by customers they refer. An affiliate's rate for a
          customer is fixed when that customer signs up through the affiliate's link or enters the affiliate's
          code. The rate applies to the amount without tax: once for a lifetime license, and for the first{" "}
          {COMMISSION_MONTHS} months of a subscription. Your own purchases, and those of a team you share,
          earn nothing.
        </p>
        <p>
          Commissions become payable after {HOLD_DAYS.subscription} days, or {HOLD_DAYS.lifetime} days for a
          lifetime license. The minimum payout is 20 US dollars, and payouts go to your own Stripe account. If
          a customer gets a refund, we deduct the commission. State openly that you earn from the
          recommendation, do not bid on our name, and do not send unsolicited mail. If an affiliate breaks
          these rules, we suspend them, and we pay no commissions to them until the matter is resolved.
        </p>
      </>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    body: (
      <p>
        New terms apply 30 days after we send them to you. If you do not agree, you can cancel before then,
        and we refund the time you have paid for but not used. The <a href={paths.privacy.href()}>privacy</a>{" "}
        page explains how we handle data.
      </p>
    ),
  },
  { id: "contact", title: "Contact", body: <Contact about="these terms or your contract" /> },
];

export function TermsPage(): ReactElement {
  return (
    <TextPage
      title="Terms"
      date={TEXTS_DATED}
      changed={TERMS_VERSION}
      lead={
        <p>
          These terms are the contract between you and the makers of {BRAND.name}. They cover the application,
          its licenses and this site.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
