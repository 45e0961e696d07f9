import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { Contact } from "./Contact.tsx";
import { MINIMUM_AGE, REFUND_DAYS, TEXTS_DATED } from "./dates.ts";
import { type Section, TextPage } from "./TextPage.tsx";

const SECTIONS: readonly Section[] = [
  {
    id: "account",
    title: "Your account",
    body: (
      <p>
        You must be at least {MINIMUM_AGE} years old, and old enough where you live to agree to terms like
        these, or have somebody who is agree for you. An account belongs to one person or one business. Keep
        your password to yourself; tell us when somebody else has it.
      </p>
    ),
  },
  {
    id: "licence",
    title: "What a licence allows",
    body: (
      <>
        <p>
          A licence key lets the application run on one computer at a time, for your own work and for your
          customers' work. You may move it: clear the seat in your account, then enter the key on the new
          computer. How often a day is limited, so that a key cannot be passed around.
        </p>
        <p>
          You may not share, resell or publish a key, or take the check of it out of the application. A key
          that is used in many places at once is looked at by a person before anything is done about it.
        </p>
      </>
    ),
  },
  {
    id: "free",
    title: "The free key",
    body: (
      <p>
        Each account gets one free key, without a card. It is there for trying the application; making several
        accounts to get several is against these terms.
      </p>
    ),
  },
  {
    id: "plans",
    title: "Plans and payment",
    body: (
      <>
        <p>
          The subscription renews each month until you cancel it. Lifetime access is paid once and includes
          every update for as long as the application is made. Prices are those on the{" "}
          <a href={paths.pricing.href()}>price list</a> when you order; a change of the monthly price applies
          from a renewal on, and we write to you thirty days before.
        </p>
        <p>
          Payment is handled by Stripe. When a renewal fails, it is tried again and you are told; after
          fourteen days without payment the key rests until it is paid.
        </p>
      </>
    ),
  },
  {
    id: "cancel",
    title: "Cancelling",
    body: (
      <p>
        Cancel any time in your account. Everything keeps working until the end of the period that is paid,
        nothing is charged after that, and until then you can change your mind.
      </p>
    ),
  },
  {
    id: "refunds",
    title: "Refunds",
    body: (
      <p>
        Within {REFUND_DAYS} days of your first payment for a plan you get it back, whatever the reason: write
        to us from the address of your account. The key ends with it. Rights that the law gives you beyond
        this are not touched.
      </p>
    ),
  },
  {
    id: "providers",
    title: "Providers, sources and channels",
    body: (
      <p>
        {BRAND.name} works with keys of your own from text, voice and music providers. What they charge you,
        and what they allow, is between them and you. You see to it that you may use the articles that you
        turn into videos, and that what you publish is lawful and within your channel's rules. What you make
        is yours; we claim nothing of it.
      </p>
    ),
  },
  {
    id: "available",
    title: "What can go wrong",
    body: (
      <p>
        We work for the service to be there at all times, and the application keeps working without it until
        its last check runs out, after seven days at most. Providers of others can fail, and then so does the
        step that needs them; the <a href={paths.status.href()}>status page</a> says when. Check a video
        before you publish it: models make mistakes, and we cannot promise that a script is right.
      </p>
    ),
  },
  {
    id: "liability",
    title: "Liability",
    body: (
      <p>
        For intent, gross negligence and harm to people we are liable without limit, as the law says.
        Otherwise our liability ends at what you paid us in the twelve months before. We are not liable for
        what providers charge you or for what a channel does with your videos.
      </p>
    ),
  },
  {
    id: "end",
    title: "When we end it",
    body: (
      <p>
        We may suspend an account that breaks these terms, after we have written to you, or at once where
        others are being harmed. If it was our mistake, you get the time back. If we stop making {BRAND.name},
        you learn of it at least six months before, and lifetime keys get a version that needs no check.
      </p>
    ),
  },
  {
    id: "affiliates",
    title: "Affiliates",
    body: (
      <>
        <p>
          Whoever joins the affiliate programme earns a share of what customers pay that they brought: the
          rate that was shown when the customer came, of the amount without tax, once for a lifetime licence
          and for the first 12 months of a subscription. A purchase of your own earns nothing.
        </p>
        <p>
          It can be paid out after 35 days, for a lifetime licence after 60, from 20 US dollars on and to your
          own account at Stripe. What goes back to the customer is taken back from what you earned. Say openly
          that you earn by the recommendation; do not bid on our name, and send nobody mail that they did not
          ask for. We suspend who does, and set aside what is not yet paid until it is cleared up.
        </p>
      </>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    body: (
      <p>
        New terms apply thirty days after we sent them to you. Whoever does not agree can cancel until then,
        and gets back what is paid for the time after. How we handle data is in the{" "}
        <a href={paths.privacy.href()}>privacy</a> page.
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
      lead={
        <p>
          These terms are the contract between you and the makers of {BRAND.name} about the application, its
          licences and this site. They are short on purpose; every sentence counts.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
