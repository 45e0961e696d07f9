import { renderToStaticMarkup } from "react-dom/server";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";

/** The HTML of the dashboard's document, for the build. The router shows the same HTML until its pages load. */
export function renderSkeleton(): string {
  return renderToStaticMarkup(<DashboardSkeleton />);
}
