import type { ReactElement } from "react";
import { CHAPTERS, chapterAt } from "../script.ts";
import { ArticlePart } from "./ArticlePart.tsx";
import { MusicPart } from "./MusicPart.tsx";
import { PublishPart } from "./PublishPart.tsx";
import { ScriptPart } from "./ScriptPart.tsx";
import { VideoPart } from "./VideoPart.tsx";
import { VoicePart } from "./VoicePart.tsx";

const PARTS = [ArticlePart, ScriptPart, VoicePart, MusicPart, VideoPart, PublishPart] as const;

/** The picture at one moment, 480 × 270. */
export function Stage({ time }: { time: number }): ReactElement {
  const chapter = chapterAt(time);
  const Part = PARTS[chapter] ?? ArticlePart;
  const passed = time - (CHAPTERS[chapter]?.from ?? 0);
  return (
    <svg aria-hidden="true" viewBox="0 0 480 270" className="desk block w-full bg-raised font-sans">
      <Part time={passed} />
    </svg>
  );
}
