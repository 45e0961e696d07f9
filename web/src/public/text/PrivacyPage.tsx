import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
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
        <p>
          {BRAND.name} is a desktop application, and your work is done there. These never reach our servers:
        </p>
        <ul>
          <li>the articles and other sources that you open,</li>
          <li>scripts, voices, music, pictures and finished videos,</li>
          <li>your keys for text, voice and music providers,</li>
          <li>your sign-in to the channel that you publish on.</li>
        </ul>
        <p>
          The application sends what a step needs from your computer straight to the provider whose key you
          pasted: the article to the text provider, the script to the voice provider. What they do with it is
          agreed between them and you, in their own terms.
        </p>
      </>
    ),
  },
  {
    id: "keep",
    title: "What we keep",
    body: (
      <ul>
        <li>
          <strong>Your e-mail address</strong>, to sign you in, to send what concerns your account, and to see
          that each account has one free key. Your password is kept by the sign-in service in a form that
          nobody can read back, and never leaves your browser when you sign in.
        </li>
        <li>
          <strong>Your licence keys</strong>, their state, and when each was given out.
        </li>
        <li>
          <strong>The computer that a key lives on</strong>: a fingerprint (a number computed from its
          hardware, from which the hardware cannot be read back), the name that you or the computer gave it,
          its system, the application's version, and the IP address of its last activation.
        </li>
        <li>
          <strong>Activity</strong>: that a video was made or published or a step failed, when, on which
          computer, and the title, so that your dashboard can show it. Nothing else of the article or the
          video.
        </li>
        <li>
          <strong>Signs of misuse</strong>: countries and networks that an account is used from, and how often
          a key moves, so that a key that was copied or stolen is noticed.
        </li>
        <li>
          <strong>Payments</strong>: what you bought, when, and the numbers by which our payment provider,
          Stripe, knows it. Card numbers go to Stripe alone; we see the brand and the last four digits.
        </li>
      </ul>
    ),
  },
  {
    id: "why",
    title: "Why, and on what ground",
    body: (
      <p>
        Account, keys, computers, activity and payments are needed to give you what you signed up for. Signs
        of misuse we keep in the legitimate interest of customers whose keys are theirs. Invoices we keep
        because tax law says so. We show no advertising, sell nothing to anybody, and build no profile of you.
      </p>
    ),
  },
  {
    id: "others",
    title: "Who else handles it",
    body: (
      <p>
        Amazon Web Services runs our servers, our sign-in and our mail. Stripe takes payments and pays
        partners. Both act for us under contract. Nobody else gets anything, unless a court orders it; then we
        tell you, if we may.
      </p>
    ),
  },
  {
    id: "browser",
    title: "Your browser",
    body: (
      <p>
        This site loads nothing from elsewhere: no fonts, no analytics, no pixels. It sets one cookie, and
        only if you come by a recommendation: it holds a random number for 30 days, so that who recommended us
        is paid if you sign up. With such a click we keep its time, country, kind of device and the page it
        came from, but no address. Your browser's own storage holds three things: whether you like it light or
        dark, your sign-in, and, until you have paid, which plan you chose. Signing out empties it.
      </p>
    ),
  },
  {
    id: "long",
    title: "For how long",
    body: (
      <ul>
        <li>Account, keys, computers and activity: while the account exists.</li>
        <li>Our servers' logs: a year, and without keys, tokens or whole addresses.</li>
        <li>Invoices and what belongs to them: as long as tax law requires.</li>
      </ul>
    ),
  },
  {
    id: "rights",
    title: "What you can ask for",
    body: (
      <p>
        A copy of what we keep about you, a correction, or that it is deleted; and you may object to how we
        use it, or complain to your data protection authority. Your account's settings give you the copy and
        delete the account at once; for the rest write from the address of your account, and it is done within
        thirty days, at no charge. Deleting an account ends its keys; invoices stay for as long as the law
        says.
      </p>
    ),
  },
  {
    id: "age",
    title: "Age",
    body: (
      <p>
        You must be at least {MINIMUM_AGE} years old to have an account. We do not knowingly keep anything
        about younger children; if you know of such an account, tell us and it is deleted.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    body: (
      <p>
        If this page changes in a way that matters to you, we write to the address of your account before it
        applies. The date above is that of the last change.
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
      lead={
        <p>
          The short version: your articles, videos and provider keys stay on your computer. We keep what an
          account and a licence need, and nothing for advertising. The <a href={paths.terms.href()}>terms</a>{" "}
          say the rest.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
