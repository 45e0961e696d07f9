import { redirect } from "react-router-dom";
import { readSession } from "../../app/session.ts";
import { destination } from "./afterSignIn.ts";

/** The loader of pages for visitors without a session: others are redirected to where they were going. */
export function loader({ request }: { request: Request }): Response | null {
  return readSession() === null ? null : redirect(destination(new URL(request.url).searchParams.get("next")));
}
