import type { ReactElement } from "react";
import { FeatureScene } from "../landing/FeatureScene.tsx";
import type { StepId } from "./content.ts";

/** The picture of a step: the landing page's, and two drawn for this page in the same style. */
export function StepScene({ id }: { id: StepId }): ReactElement {
  if (id !== "article" && id !== "publish") return <FeatureScene id={id} />;
  return (
    <svg aria-hidden="true" viewBox="0 0 320 168" className="desk block w-full">
      {id === "article" ? <Article /> : <Publish />}
    </svg>
  );
}

function Article(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="24" y="22" width="180" height="124" rx="5" />
      <rect className="desk-track" x="34" y="32" width="160" height="12" rx="3" />
      <path className="desk-dash" d="M36 58h42M36 132h60M150 58h40v26h-40z" />
      <path className="desk-text" d="M38 74h92M38 88h98M38 102h80M38 116h96" />
      <path className="desk-thread" d="M140 95c34 0 30-10 52-10" />
      <rect className="desk-sheet desk-on" x="192" y="44" width="104" height="82" rx="5" />
      <path className="desk-ink-line" d="M206 60h46" />
      <path className="desk-text" d="M208 76h72M208 90h64M208 104h70" />
    </>
  );
}

function Publish(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="24" y="30" width="132" height="80" rx="5" />
      <path className="desk-ink-line" d="M34 98l30-34 22 22 18-16 40 28" />
      <path className="desk-text" d="M28 126h104M28 140h64" />
      <path className="desk-thread" d="M156 70c30 0 24-18 44-18" />
      <rect className="desk-sheet desk-on" x="200" y="34" width="96" height="36" rx="5" />
      <path className="desk-play" d="M214 45v14l12-7z" />
      <path className="desk-text" d="M238 52h44" />
      <rect className="desk-sheet" x="200" y="78" width="96" height="26" rx="5" />
      <rect className="desk-sheet" x="200" y="112" width="96" height="26" rx="5" />
      <path className="desk-text" d="M214 91h40M214 125h56" />
      <path className="desk-ink-line" d="M278 91h8M278 125h8" />
    </>
  );
}
