import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { Contact } from "./Contact.tsx";
import { TEXTS_DATED } from "./dates.ts";
import { type Section, TextPage } from "./TextPage.tsx";

const SECTIONS: readonly Section[] = [
  {
    id: "why",
    title: "Why we make it",
    body: (
      <>
        <p>
          A good article takes days. Then it is read by the few who find it, while the same thought, told in
          three minutes of video, would reach people who never read it at all. What stands between the two is
          not another idea. It is an afternoon of cutting, five programs, and a voice that is never quite
          done.
        </p>
        <p>
          {BRAND.name} is that afternoon, as one application. It reads what you wrote, proposes a script, and
          carries it through voice, music and cut to a file that you can publish. You see each step and can
          take it back.
        </p>
      </>
    ),
  },
  {
    id: "believe",
    title: "What we hold to",
    body: (
      <ul>
        <li>
          <strong>Your computer, your keys.</strong> You pay the providers directly, see what a video costs,
          and can leave whenever you like with everything you made.
        </li>
        <li>
          <strong>A draft, not a verdict.</strong> What a model proposes can be moved, rewritten and spoken
          again, sentence by sentence.
        </li>
        <li>
          <strong>Say it plainly.</strong> Two prices, the same features in both, a cancel button that
          cancels.
        </li>
        <li>
          <strong>Small on purpose.</strong> This site loads nothing from anybody else; the application does
          one thing.
        </li>
      </ul>
    ),
  },
  {
    id: "how",
    title: "How it works",
    body: (
      <p>
        The way from an article to a published video is on the{" "}
        <a href={paths.automation.href()}>automation</a> page, what is sent to whom on the page about{" "}
        <a href={paths.api.href()}>integrations</a>, and what we keep in{" "}
        <a href={paths.privacy.href()}>privacy</a>.
      </p>
    ),
  },
  { id: "contact", title: "Talk to us", body: <Contact about="anything at all" /> },
];

export function AboutPage(): ReactElement {
  return (
    <TextPage
      title={`About ${BRAND.name}`}
      date={TEXTS_DATED}
      lead={
        <p>
          We make one desktop application. It turns articles into videos for people who would rather write.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
