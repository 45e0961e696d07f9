import { type ReactElement, useEffect } from "react";
import { useRevalidator, useRouteError } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import { ApiError, messageOf } from "../api/ApiError.ts";
import { INVALID_ANSWER } from "../api/call.ts";
import { Button, buttonClass } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { Mark } from "../ui/Logo.tsx";
import { logger } from "./log.ts";
import { paths } from "./paths.ts";
import { useTitle } from "./useTitle.ts";

/** A page whose data or code could not be had. `inside`: the frame around it still stands. */
export function RouteError({ inside = false }: { inside?: boolean }): ReactElement {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  useTitle("Something went wrong");
  const heading = (error instanceof ApiError ? error.doing : undefined) ?? "This page could not be loaded";
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  useEffect(() => {
    // A refusal is no fault of the page's; anything else is.
    if (!(error instanceof ApiError) || error.code === INVALID_ANSWER)
      logger.log("ERROR", "Page failed", { error });
  }, [error]);
  // Data can be asked for again; code that did not load, or broke, needs the page again.
  const retry = (): void => {
    if (error instanceof ApiError) void revalidate();
    else window.location.reload();
  };
  return (
    <div role="alert" className={cx("grid place-items-center px-4", inside ? "py-24" : "min-h-dvh")}>
      <div className="max-w-md text-center">
        <Mark className="mx-auto size-10 text-faint" />
        <h1 className="mt-6 text-xl">{heading}</h1>
        <p className="mt-2 text-quiet">{messageOf(error)}</p>
        {requestId !== undefined && (
          <p className="mt-2 text-sm text-faint">
            If it happens again, send {BRAND.supportEmail} this number:{" "}
            <code className="font-mono">{requestId}</code>
          </p>
        )}
        <div className="mt-6 flex justify-center gap-2">
          <Button variant="primary" pending={state === "loading"} onClick={retry}>
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
