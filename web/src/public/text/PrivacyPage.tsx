import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { PRIVACY_VERSION } from "#shared/legal.ts";
import { paths } from "../../app/paths.ts";
import { Contact } from "./Contact.tsx";
import { MINIMUM_AGE, TEXTS_DATED } from "./dates.ts";
import { type Section, TextPage } from "./TextPage.tsx";

const SECTIONS: readonly Section[] = [
  {
    id: "stays",
    title: "What stays on your computer",
    body: (
      <>
        <p>{BRAND.name} is a desktop application. These never reach our servers:</p>
        <ul>
          <li>the articles and other sources you open,</li>
          <li>scripts, voices, music, pictures and finished videos,</li>
          <li>your keys for text, voice and music providers,</li>
          <li>your sign-in to the channel you publish on.</li>
        </ul>
        <p>
          The application sends data for each step directly from your computer to the provider whose key you
          pasted: the article to the text provider, the script to the voice provider. Their terms govern what
          they do with it.
        </p>
      </>
    ),
  },
  {
    id: "keep",
    title: "What we store",
    body: (
      <ul>
        <li>
          <strong>Your email address</strong>, to sign you in, to send you messages about your account, and to
          give each account one free key. The sign-in service stores your password in a form that cannot be
          read back. When you sign in, your password does not leave your browser.
        </li>
        <li>
          <strong>Which versions of the terms and of this page you accepted</strong>, and when: at sign-up and
          at each purchase.
        </li>
        <li>
          <strong>Your name</strong>, if you give us one.
        </li>
        <li>
          <strong>Your sign-ins</strong>: when, and from which browser and country, and the IP address of the
          last one, so that you can end a session and learn about one that is not yours.
        </li>
        <li>
          <strong>Your license keys</strong>, their state, and when each was issued.
        </li>
        <li>
          <strong>The computer that uses a key</strong>: a fingerprint (a number computed from its hardware
          that cannot be turned back into hardware details), its name, its operating system, the application's
          version, and the IP address of its last activation.
        </li>
        <li>
          <strong>Activity</strong>: when a video was made or published or a step failed, on which computer,
          and the video's title, so that your dashboard can show it. We store nothing else about the article
          or the video.
        </li>
        <li>
          <strong>Signs of misuse</strong>: the countries and networks an account is used from, and how often
          a key moves, so that we can detect copied and stolen keys.
        </li>
        <li>
          <strong>The emails we sent you</strong>, so that support can see them and send them again.
        </li>
        <li>
          <strong>Payments</strong>: what you bought, when, and the identifiers that our payment provider,
          Stripe, uses for it. Only Stripe sees your card number; we see the brand and the last four digits.
          When you go to pay, we also store your IP address, country and browser, so that we can answer a bank
          that disputes the payment.
        </li>
      </ul>
    ),
  },
  {
    id: "why",
    title: "Why we may store it",
    body: (
      <p>
        We need account, keys, computers, activity and payments to provide what you signed up for. We record
        signs of misuse and sign-ins because we and our customers have a legitimate interest in keeping stolen
        keys out of use. We record where a payment began because we have a legitimate interest in answering
        disputes. We keep invoices because tax law requires it. We show no advertising, sell no data, and
        build no profile of you.
      </p>
    ),
  },
  {
    id: "others",
    title: "Who else processes it",
    body: (
      <p>
        Amazon Web Services runs our servers, our sign-in and our mail. Stripe takes payments and pays
        affiliates. Both work for us under contract. If your bank disputes a payment, it gets our evidence
        through Stripe: your email address, the IP address of the purchase and a log of your activity. We give
        data to no one else unless a court orders it. If a court does, we tell you if the law lets us.
      </p>
    ),
  },
  {
    id: "browser",
    title: "Your browser",
    body: (
      <p>
        This site loads no fonts, analytics or pixels from other sites. It sets one cookie, and only if you
        arrive through an affiliate's link: a code, kept for 30 days, so that we can pay the affiliate if you
        sign up. We compute the code from the affiliate, the hour, your network and your browser in such a way
        that it reveals none of them. For each such click we store the code, its time, country, type of device
        and the page it came from, but no IP address. If we asked you about the cookie, your browser stores
        your answer for 180 days. Your browser also stores your theme, your sign-in, a copy of your account's
        first page, and, until you reach the checkout, the plan you chose. While the page is open, it stores
        what you typed and where you were on the page. Signing out removes everything that your browser stored
        except the cookie, which ends after 30 days.
      </p>
    ),
  },
  {
    id: "long",
    title: "For how long",
    body: (
      <ul>
        <li>Account, name, computers and activity: while the account exists.</li>
        <li>The keys of licenses: with the record of the purchase.</li>
        <li>
          The time, country and IP address of your last sign-in: while the account exists. Other sign-ins: at
          most 90 days after the last use.
        </li>
        <li>Backups: up to 35 days after we deleted something.</li>
        <li>The emails we sent you: one year.</li>
        <li>
          The IP address, country and browser from which you went to pay: 540 days, because banks open
          disputes that late.
        </li>
        <li>
          For one year after you delete an account that had a free key: a code made from your email address,
          so that each person gets only one free key. It cannot be turned back into the address.
        </li>
        <li>
          For one year after a free trial, even if you delete your account: codes made from the fingerprint of
          the computer that had it, so that each computer gets only one trial. They cannot be turned back into
          the fingerprint, and they name no account.
        </li>
        <li>Our servers' logs: one year, without keys, tokens or full addresses.</li>
        <li>
          Logs with full IP addresses: requests to this site, 90 days; requests that our firewall refused, one
          year; calls to Amazon's services, including sign-ins, up to 15 months.
        </li>
        <li>Invoices and related records: as long as tax law requires.</li>
        <li>
          Payments at Stripe: if you delete your account, we remove your saved cards there, and your name,
          address, phone number and tax IDs from your customer record. Charges, checkouts, invoices and the
          events that Stripe recorded about them cannot be deleted. They still show your email address, your
          name and address, and the last four digits of the card.
        </li>
      </ul>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    body: (
      <p>
        You can get a copy of your data, have it corrected or deleted, object to how we use it, or complain to
        your data protection authority. In your account's settings, you can download your data, and delete
        your account, at any time. For anything else, write to us from the address of your account: we answer
        within 30 days, free of charge. Deleting an account ends its keys. We keep invoices for as long as the
        law requires.
      </p>
    ),
  },
  {
    id: "age",
    title: "Age",
    body: (
      <p>
        You must be at least {MINIMUM_AGE} years old to have an account. We do not knowingly store data about
        younger children. If you know of such an account, tell us and we will delete it.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    body: (
      <p>
        If this page changes in a way that affects you, we write to the address of your account before the
        change applies. The date above is the date of the last change.
      </p>
    ),
  },
  { id: "contact", title: "Contact", body: <Contact about="anything on this page" /> },
];

export function PrivacyPage(): ReactElement {
  return (
    <TextPage
      title="Privacy"
      date={TEXTS_DATED}
      changed={PRIVACY_VERSION}
      lead={
        <p>
          In short: your articles, videos and provider keys stay on your computer. We store what an account
          and a license need, and nothing for advertising. See also the <a href={paths.terms.href()}>terms</a>
          .
        </p>
      }
      sections={SECTIONS}
    />
  );
}
