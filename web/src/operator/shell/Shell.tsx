import { type ReactElement, useCallback, useEffect } from "react";
import { redirect, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation } from "react-router-dom";
import { getSystemStats, type SystemStats } from "#shared/insights/operator.ts";
import { ApiError } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { logger } from "../../app/log.ts";
import { paths } from "../../app/paths.ts";
import { AccessScreen } from "../gate/AccessScreen.tsx";
import { arrive, isFlagged, rememberTab, shutOut, useAdmission } from "../gate/admission.ts";
import { isDesignated } from "../gate/designated.ts";
import { useIdleSignOut } from "../gate/idle.ts";
import { signOutOperator } from "../gate/signOut.ts";
import { readOperator } from "../gate/token.ts";
import { IDLE, ONLY_PRIMARY } from "../gate/words.ts";
import { read } from "../kit/read.ts";
import { hrefOf, tabInPath } from "../tabs.ts";
import { Desk, type DeskProps } from "./Desk.tsx";
import { loadNeeds } from "./needs.ts";

/** Returns null on the sign-in page. Signs out a user who is neither the administrator nor a reader. */
export async function loader(): Promise<DeskProps | Response | null> {
  const session = readOperator();
  if (!isFlagged() || session === null) return null;
  const { isReader = false } = session;
  if (!isReader && !(await isDesignated(session.email))) {
    shutOut(`Access Denied: ${ONLY_PRIMARY}`);
    return redirect(paths.admin.href());
  }
  const [stats, needs] = await Promise.all([loadStats(), loadNeeds()]);
  return { email: session.email, isReader, stats, needs };
}

/** Null if the figures could not be loaded. Zeros then show under a warning. */
export async function loadStats(): Promise<SystemStats | null> {
  const { value } = await read(() =>
    call(getSystemStats, {}).catch((error: unknown) => {
      const status = error instanceof ApiError ? error.status : 0;
      logger.log("WARN", "Stats fetch failed", { context: { status } });
      throw error;
    }),
  );
  return value;
}

/** Reloads stats and tasks after a change and on the overview, not on every navigation. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOverview = nextUrl.pathname.toLowerCase() === hrefOf("overview");
  // By default, a navigation between two pages does not reload the frame that they share.
  return isOverview || (currentUrl.href === nextUrl.href && defaultShouldRevalidate);
}

export function Component(): ReactElement {
  const { admitted, notice } = useAdmission();
  const data = useLoaderData<DeskProps | null>();
  const { pathname } = useLocation();
  const onIdle = useCallback(() => {
    // This session ends, whatever the API answers.
    void signOutOperator()
      .catch(() => undefined)
      .then(() => shutOut(IDLE));
  }, []);
  useIdleSignOut(admitted, onIdle);
  const inside = admitted && data !== null;
  useEffect(() => {
    if (!inside) return;
    arrive();
    const tab = tabInPath(pathname);
    if (tab !== undefined) rememberTab(tab);
    else if (pathname.toLowerCase() === hrefOf("overview")) rememberTab("overview");
  }, [inside, pathname]);
  if (!inside) return <AccessScreen notice={notice} />;
  return <Desk {...data} />;
}
