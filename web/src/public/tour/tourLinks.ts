import { paths } from "../../app/paths.ts";

/** The attributes of a link to the tour: without a script, or where it cannot be had, to the drawn window. */
export function tourLink(fallback: string): { href: string; "data-tour": string } {
  return { href: `${paths.home.href()}#${fallback}`, "data-tour": fallback };
}

/** Opens the tour, which is fetched only then, wherever on the page it is asked for. */
export function followTourLinks(): () => void {
  const open = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tour]") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import("./openTour.tsx").then(
      ({ openTour }) => openTour(),
      () => {
        window.location.hash = link.dataset.tour ?? "";
      },
    );
  };
  document.addEventListener("click", open);
  return () => document.removeEventListener("click", open);
}
