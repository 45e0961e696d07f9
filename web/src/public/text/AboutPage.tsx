import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { type ShownMaterial, useMaterial } from "../material.ts";
import { Picture } from "../Picture.tsx";
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
          A good article takes days to write, and few people find it. The same story, told in three minutes of
          video, reaches people who never read articles. Making that video takes an afternoon and six
          programs.
        </p>
        <p>
          {BRAND.name} does that work in one application. It reads your article, proposes a script, and adds
          voice, music and pictures until you have a file to publish. You see every step and can undo it.
        </p>
      </>
    ),
  },
  {
    id: "believe",
    title: "What we stand for",
    body: (
      <ul>
        <li>
          <strong>Your computer, your provider keys.</strong> You pay the providers directly, see what each
          video costs, and can leave at any time with everything you made.
        </li>
        <li>
          <strong>Drafts you can change.</strong> You can move, rewrite and re-record everything a model
          proposes, sentence by sentence.
        </li>
        <li>
          <strong>Plain terms.</strong> The same features in every paid plan, and a cancel button that
          cancels.
        </li>
        <li>
          <strong>Small on purpose.</strong> This site loads nothing from other sites, and the application
          does one thing.
        </li>
      </ul>
    ),
  },
  {
    id: "how",
    title: "How it works",
    body: (
      <p>
        The <a href={paths.automation.href()}>automation page</a> shows how an article becomes a published
        video. The <a href={paths.api.href()}>integrations page</a> lists what each provider receives, and the{" "}
        <a href={paths.privacy.href()}>privacy page</a> lists what we store.
      </p>
    ),
  },
  { id: "contact", title: "Talk to us", body: <Contact about="anything at all" /> },
];

/** Only if the content file names a founder. */
function aboutFounder({ name, text, link, picture }: NonNullable<ShownMaterial["founder"]>): Section {
  return {
    id: "founder",
    title: "Who makes it",
    body: (
      <>
        {picture && <Picture {...picture} className="mt-4 h-auto w-32 rounded-card" />}
        <p>
          <strong>{link === undefined ? name : <a href={link}>{name}</a>}</strong>
        </p>
        <p className="whitespace-pre-line">{text}</p>
      </>
    ),
  };
}

export function AboutPage(): ReactElement {
  const { founder } = useMaterial();
  return (
    <TextPage
      title={`About ${BRAND.name}`}
      date={TEXTS_DATED}
      lead={
        <p>
          We make one desktop application: it turns articles into videos, for people who would rather write.
        </p>
      }
      sections={founder ? [aboutFounder(founder), ...SECTIONS] : SECTIONS}
    />
  );
}
