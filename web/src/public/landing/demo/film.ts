export const FILM = {
  title: "Why lighthouses blink",
  /** In the article but not in the film, to show that the script leaves something out. */
  left: "The first of its kind was lit at Cordouan in 1823. From then on, a ship could tell where it was before it could see land.",
  scenes: [
    {
      name: "01 light",
      length: 3,
      sentence: "From the sea at night, every lighthouse is the same thing: one white point on black water.",
      caption: "At night, every lighthouse looks the same.",
    },
    {
      name: "02 rhythm",
      length: 5,
      sentence: "So each was given its own rhythm. Three flashes, then ten seconds of dark.",
      caption: "So each was given its own rhythm.",
    },
    {
      name: "03 list",
      length: 3,
      sentence: "A sailor counts, opens the List of Lights, and knows which coast it is.",
      caption: "Count it, and you know which coast it is.",
    },
    {
      name: "04 lens",
      length: 4,
      sentence: "The lens does the counting: as its rings of glass turn, each beam sweeps past as a flash.",
      caption: "The turning lens does the counting.",
    },
  ],
} as const;

export const DEMO_ID = "demo";
export const RUN_MS = 15_000;
/** The position (0 to 1) that the HTML shows. Visitors with reduced motion keep seeing it. */
export const REST = 0.42;

export const SCENE_COUNT = FILM.scenes.length;

const WHOLE = FILM.scenes.reduce((sum, scene) => sum + scene.length, 0);

/** The scene that plays at `t`, and the scene's progress. `t` and the progress run from 0 to 1. */
export function sceneAt(t: number): { index: number; progress: number } {
  let start = 0;
  for (const [index, scene] of FILM.scenes.entries()) {
    const share = scene.length / WHOLE;
    if (t < start + share || index === SCENE_COUNT - 1)
      return { index, progress: Math.min(1, Math.max(0, (t - start) / share)) };
    start += share;
  }
  return { index: 0, progress: 0 };
}

/** The film's time at `t`, such as `0:06`. */
export function timecode(t: number): string {
  return `0:${String(Math.floor(t * WHOLE)).padStart(2, "0")}`;
}

/** A voice's waveform, quiet between sentences. Deterministic, so that each build draws the same waveform. */
export function waveform(bars: number, step: number, middle: number): string {
  return Array.from({ length: bars }, (_, at) => {
    const { progress } = sceneAt(at / bars);
    const phrase = Math.sin(Math.PI * Math.min(1, progress * 1.08)) ** 0.6;
    const syllable = 0.35 + 0.65 * Math.abs(Math.sin(at * 1.7) * Math.cos(at * 0.53));
    const height = Math.max(1, Math.round(phrase * syllable * middle * 0.9));
    return `M${at * step + 1} ${middle - height}v${height * 2}`;
  }).join("");
}
