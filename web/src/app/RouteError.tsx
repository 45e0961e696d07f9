import { type ReactElement, useEffect } from "react";
import { useRevalidator, useRouteError } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import { ApiError, messageOf } from "../api/ApiError.ts";
import { INVALID_ANSWER } from "../api/call.ts";
import { Button, buttonClass } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { Logo, Mark } from "../ui/Logo.tsx";
import { logger } from "./log.ts";
import { paths } from "./paths.ts";
import { useLive } from "./useLive.ts";
import { useTitle } from "./useTitle.ts";

const TEMPORARY: ReadonlySet<string> = new Set(["NETWORK_ERROR", "PAYMENTS_UNAVAILABLE"]);

const CUT_OFF = "The connection was lost. The page will open when the connection returns.";
const INCOMPLETE = "Part of this page failed to load. Reload the page.";

/** Whether a page's code failed to load. Browsers say so only in the error's message. */
const isMissingCode = (error: unknown): boolean =>
  error instanceof TypeError && /import(ed|ing a) module|module script/i.test(error.message);

/** `inside`: the page's frame is still shown. */
export function RouteError({ inside = false }: { inside?: boolean }): ReactElement {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  useTitle("Something went wrong");
  const heading = (error instanceof ApiError ? error.doing : undefined) ?? "This page could not be loaded";
  const isIncomplete = isMissingCode(error);
  // While the browser is online, a lost connection is not the cause: a new release may have removed the file.
  const isCutOff = isIncomplete && !navigator.onLine;
  useLive(async () => {
    if (error instanceof ApiError && TEMPORARY.has(error.code)) await revalidate();
  });
  useEffect(() => {
    if (!isIncomplete) return undefined;
    const reload = (): void => window.location.reload();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [isIncomplete]);
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  useEffect(() => {
    // A refusal by the API is not the page's fault, so it is not logged.
    if (!isCutOff && (!(error instanceof ApiError) || error.code === INVALID_ANSWER))
      logger.log("ERROR", "Page failed", { error });
  }, [error, isCutOff]);
  // Failed data can be loaded again. Missing or broken code needs a reload of the page.
  const retry = (): void => {
    if (error instanceof ApiError) void revalidate();
    else window.location.reload();
  };
  return (
    <div role="alert" className={cx("relative grid place-items-center px-4", inside ? "py-24" : "min-h-dvh")}>
      {!inside && (
        <a href={paths.home.href()} className="absolute top-5 left-4 rounded-small sm:left-6">
          <Logo name={BRAND.name} />
        </a>
      )}
      <div className="max-w-md text-center">
        <Mark className="mx-auto size-10 text-faint" />
        <h1 className="mt-6 text-xl">{heading}</h1>
        <p className="mt-2 text-quiet">{isCutOff ? CUT_OFF : isIncomplete ? INCOMPLETE : messageOf(error)}</p>
        {requestId !== undefined && (
          <p className="mt-2 text-sm text-faint">
            If it happens again, send {BRAND.supportEmail} this request ID:{" "}
            <code className="font-mono">{requestId}</code>
          </p>
        )}
        <div className="mt-6 flex justify-center gap-2">
          <Button variant="primary" changes={false} pending={state === "loading"} onClick={retry}>
            Try again
          </Button>
          <a href={paths.home.href()} className={buttonClass()}>
            Home
          </a>
        </div>
      </div>
    </div>
  );
}
