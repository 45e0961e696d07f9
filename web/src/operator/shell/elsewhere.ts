import { redirect } from "react-router-dom";
import { rememberedTab, rememberTab } from "../gate/admission.ts";
import { activeTab, hrefOf, tabInPath } from "../tabs.ts";

/** Redirects /admin/overview to /admin, and unknown addresses to the remembered tab or the overview. */
export function loader({ request }: { request: Request }): Response {
  const { pathname } = new URL(request.url);
  const tab = activeTab(pathname, rememberedTab());
  if (tabInPath(pathname) !== undefined) rememberTab(tab);
  return redirect(hrefOf(tab));
}
