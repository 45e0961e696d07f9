import { paths } from "../../app/paths.ts";

/** The attributes of a link to the tour. Without its script, the link leads to the demo window. */
export function tourLink(fallback: string): { href: string; "data-tour": string } {
  return { href: `${paths.home.href()}#${fallback}`, "data-tour": fallback };
}

/** Opens the tour when the visitor clicks a link to it. The tour's script loads on the first click. */
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
