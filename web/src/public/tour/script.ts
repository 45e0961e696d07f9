/** The two minutes of the tour: chapters, and what is said in them. Seconds from the start. */
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
  { from: 0, text: "It begins with an article. Paste its address, or the text itself." },
  { from: 5, text: "It is read as you would: the headline, then every paragraph." },
  { from: 9, text: "Menus, notices and adverts are left behind." },
  { from: 13, text: "What carries the story is marked, sentence by sentence." },
  { from: 18, text: "You can unmark any of it, or mark more." },
  { from: 22, text: "Now the text provider writes the script, with your own key." },
  { from: 27, text: "It tells the article again for the ear: one thought a scene." },
  { from: 33, text: "Every scene remembers the sentence that it stands for." },
  { from: 39, text: "Not how you would say it? Click, and say it your way." },
  { from: 44, text: "A draft is there to be changed." },
  { from: 48, text: "The voice provider speaks each scene as a take of its own." },
  { from: 54, text: "So the pauses fall where the thoughts end." },
  { from: 59, text: "One take sounds wrong? Change the sentence." },
  { from: 64, text: "Only that sentence is spoken again. The others are kept, and cost nothing." },
  { from: 70, text: "Music is composed to the length of the film." },
  { from: 75, text: "Wherever somebody speaks, it steps back by itself." },
  { from: 80, text: "It ends when the film ends." },
  { from: 84, text: "Pictures, captions, voice and music meet on one timeline." },
  { from: 90, text: "Here is the film, while it is still yours to move." },
  { from: 96, text: "Drag a scene, swap a picture, trim a breath." },
  { from: 101, text: "Then it is rendered, on your own computer." },
  { from: 106, text: "Titles are suggested by what people search for." },
  { from: 111, text: "Pick the hour. The video goes up by itself." },
  { from: 116, text: "From an article to a video, and the afternoon is still yours." },
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

/** The moment that stands for a caption where nothing may move: just before the next one. */
export function stillOf(time: number): number {
  const next = CAPTIONS[captionAt(time) + 1];
  return next === undefined ? LENGTH : next.from - 0.05;
}

/** `1:05` */
export function clock(time: number): string {
  const seconds = Math.floor(time);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
