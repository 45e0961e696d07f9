import { DEMO_ID, RUN_MS, sceneAt, timecode } from "../landing/demo/film.ts";
import { Playhead } from "./playhead.ts";

const KEY_STEP = 0.02;

/** Plays the film once the hero's window comes into view. From then on, the slider and the button control it. */
export function enlivenDemo(): void {
  const frame = document.getElementById(DEMO_ID);
  const slider = frame?.querySelector<HTMLElement>("[role=slider]");
  const button = frame?.querySelector("button");
  if (!frame || !slider || !button) return;
  const paint = painter(frame, slider);
  const playhead = new Playhead(RUN_MS, paint, (playing) => {
    button.setAttribute("aria-label", playing ? "Pause the demo" : "Play the demo");
    button.toggleAttribute("data-playing", playing);
  });
  button.addEventListener("click", () => playhead.toggle());
  followPointer(slider, playhead);
  followKeys(slider, playhead);
  window.addEventListener("hashchange", () => {
    if (window.location.hash === `#${DEMO_ID}`) playhead.play(0);
  });
  playhead.playWhenSeen(frame);
}

function painter(frame: HTMLElement, slider: HTMLElement): (t: number) => void {
  const all = (name: string): HTMLElement[] => [
    ...frame.querySelectorAll<HTMLElement>(`[data-demo-${name}]`),
  ];
  const scenes = all("scene");
  const followers = [...all("sentence"), ...all("clip")];
  const [head] = all("head");
  const [clock] = all("clock");
  return (t) => {
    const { index, progress } = sceneAt(t);
    for (const [at, scene] of scenes.entries()) {
      scene.hidden = at !== index;
      if (at !== index) continue;
      scene.querySelector<SVGElement>(".film")?.style.setProperty("--p", String(progress));
      const words = scene.querySelectorAll("[data-demo-word]");
      const spoken = Math.ceil((Math.min(10, Math.round(progress * 10) + 1) / 9) * words.length);
      for (const [word, node] of words.entries())
        node.className = word < spoken ? "demo-said" : "demo-unsaid";
      slider.setAttribute("aria-valuetext", scene.dataset.demoScene ?? "");
    }
    for (const part of followers)
      part.toggleAttribute("data-on", Number(part.dataset.demoSentence ?? part.dataset.demoClip) === index);
    head?.style.setProperty("transform", `translateX(${t * 100}%)`);
    slider.setAttribute("aria-valuenow", String(Math.round(t * 100)));
    if (clock) clock.textContent = timecode(t);
  };
}

function followPointer(slider: HTMLElement, playhead: Playhead): void {
  const seek = (event: PointerEvent): void => {
    const { left, width } = slider.getBoundingClientRect();
    playhead.seek((event.clientX - left) / width);
  };
  slider.addEventListener("pointerdown", seek);
  slider.addEventListener("pointermove", (event) => {
    // A touch or a pen seeks only while it presses the timeline.
    if (event.pointerType !== "mouse" && event.buttons === 0) return;
    if (!playhead.playing) seek(event);
  });
}

function followKeys(slider: HTMLElement, playhead: Playhead): void {
  slider.addEventListener("keydown", (event) => {
    const steps: Record<string, number> = {
      ArrowRight: playhead.time + KEY_STEP,
      ArrowUp: playhead.time + KEY_STEP,
      ArrowLeft: playhead.time - KEY_STEP,
      ArrowDown: playhead.time - KEY_STEP,
      Home: 0,
      End: 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    playhead.seek(to);
    event.preventDefault();
  });
}
