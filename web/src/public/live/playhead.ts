import { REST } from "../landing/demo/film.ts";

/** A film's position (0 to 1) and whether it plays. */
export class Playhead {
  time: number = REST;
  playing = false;
  private started = false;
  private frame = 0;
  private readonly runMs: number;
  private readonly paint: (t: number) => void;
  private readonly tell: (playing: boolean) => void;

  constructor(runMs: number, paint: (t: number) => void, tell: (playing: boolean) => void) {
    this.runMs = runMs;
    this.paint = paint;
    this.tell = tell;
  }

  play(from: number = this.time >= 1 ? 0 : this.time): void {
    cancelAnimationFrame(this.frame);
    const begin = performance.now() - from * this.runMs;
    const step = (now: number): void => {
      this.show((now - begin) / this.runMs);
      if (this.time < 1) this.frame = requestAnimationFrame(step);
      else this.mark(false);
    };
    this.mark(true);
    this.frame = requestAnimationFrame(step);
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.mark(false);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  seek(t: number): void {
    this.pause();
    this.show(t);
  }

  /** Plays when `element` comes into view, unless the visitor prefers reduced motion or has already used the film. */
  playWhenSeen(element: Element): void {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        if (!this.started) this.play(0);
      },
      { threshold: 0.6 },
    );
    observer.observe(element);
  }

  private mark(playing: boolean): void {
    this.started = true;
    this.playing = playing;
    this.tell(playing);
  }

  private show(t: number): void {
    this.time = Math.min(1, Math.max(0, t));
    this.paint(this.time);
  }
}
