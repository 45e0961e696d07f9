import { renderToStaticMarkup } from "react-dom/server";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";

/** The HTML that the build writes into the dashboard's document. The router shows the same until its pages load. */
export function renderSkeleton(): string {
  return renderToStaticMarkup(<DashboardSkeleton />);
}
