import { DEMO_ID } from "../landing/demo/film.ts";

/** Plays the real film in place, from the second that a clicked link names in `data-film`. */
export function enlivenFilm(): void {
  const video = document.querySelector<HTMLVideoElement>(`#${DEMO_ID} video`);
  if (video === null) return;
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-film]") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    video.currentTime = Number(link.dataset.film);
    video.focus();
    // If the browser refuses to play, for instance because of a setting, the film stays at this second.
    video.play().catch(() => {});
  });
}
