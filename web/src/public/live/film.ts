import { DEMO_ID } from "../landing/demo/film.ts";

/** Plays the real film from a link's second, in place. */
export function enlivenFilm(): void {
  const video = document.querySelector<HTMLVideoElement>(`#${DEMO_ID} video`);
  if (video === null) return;
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-film]") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    video.currentTime = Number(link.dataset.film);
    video.focus();
    // A refusal, such as of a visitor's setting, leaves the film at this second.
    video.play().catch(() => {});
  });
}
