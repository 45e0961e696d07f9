import { renderToStaticMarkup } from "react-dom/server";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";

/** What the build writes into the dashboard's document: the router shows the same until its pages are there. */
export function renderSkeleton(): string {
  return renderToStaticMarkup(<DashboardSkeleton />);
}
