import { BRAND } from "#shared/brand.ts";

/** Times are seconds from the start. */
export const CHAPTERS = [
  { name: "Article", from: 0 },
  { name: "Script", from: 22 },
  { name: "Voice", from: 48 },
  { name: "Music", from: 70 },
  { name: "Video", from: 84 },
  { name: "Publish", from: 106 },
] as const;

export const LENGTH = 120;

export const CAPTIONS: readonly { from: number; text: string }[] = [
  { from: 0, text: "Start with an article. Paste its link, or the text itself." },
  { from: 5, text: `${BRAND.name} reads the headline, then every paragraph.` },
  { from: 9, text: "It removes menus, notices and ads." },
  { from: 13, text: "It marks the sentences that carry the story." },
  { from: 18, text: "You can unmark any of them, or mark more." },
  { from: 22, text: "Now the text provider writes the script, with your own provider key." },
  { from: 27, text: "It rewrites the article for the ear: one idea per scene." },
  { from: 33, text: "Every scene links to the sentence it came from." },
  { from: 39, text: "Not how you would say it? Click, and say it your way." },
  { from: 44, text: "Every draft can be changed." },
  { from: 48, text: "The voice provider records each scene as a separate take." },
  { from: 54, text: "So the pauses fall where the ideas end." },
  { from: 59, text: "One take sounds wrong? Change the sentence." },
  { from: 64, text: "Only that sentence is recorded again. The other takes stay, at no cost." },
  { from: 70, text: "Music is composed to fit the length of the video." },
  { from: 75, text: "The volume drops automatically under speech." },
  { from: 80, text: "The music ends when the video ends." },
  { from: 84, text: "Pictures, captions, voice and music meet on one timeline." },
  { from: 90, text: "Here is the video, and you can still change all of it." },
  { from: 96, text: "Drag a scene, swap a picture, trim a pause." },
  { from: 101, text: "Then it is rendered, on your own computer." },
  { from: 106, text: "Titles are suggested from what people search for." },
  { from: 111, text: "Pick a time. The video uploads automatically." },
  { from: 116, text: "From an article to a video, with the afternoon still free." },
];

export function chapterAt(time: number): number {
  return CHAPTERS.findLastIndex(({ from }) => time >= from);
}

export function captionAt(time: number): number {
  return Math.max(
    0,
    CAPTIONS.findLastIndex(({ from }) => time >= from),
  );
}

/** The time of the still for a caption: just before the next caption. */
export function stillOf(time: number): number {
  const next = CAPTIONS[captionAt(time) + 1];
  return next === undefined ? LENGTH : next.from - 0.05;
}

/** `1:05` */
export function clock(time: number): string {
  const seconds = Math.floor(time);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
