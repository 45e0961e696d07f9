import { DEMO_ID } from "../landing/demo/film.ts";

/** When the visitor clicks a chapter, plays the real film in place from the chapter's second. */
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
