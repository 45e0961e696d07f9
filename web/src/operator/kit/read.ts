import { useLoaderData } from "react-router-dom";
import { ApiError, messageOf } from "../../api/ApiError.ts";
import { INVALID_ANSWER } from "../../api/call.ts";
import { logger } from "../../app/log.ts";
import { isFlagged, shutOut } from "../gate/admission.ts";
import { ENDED } from "../gate/words.ts";
import { viewOf } from "./searches.ts";

/** An answer, or the sentence that says why there is none. */
export type Outcome<T> = { value: T; failure: null } | { value: null; failure: string };
export type Read<T> = Outcome<T> & {
  /** When it was requested, by `performance.now()`. */
  at: number;
};

/**
 * Reads data for a page. Returns a failure as a sentence, so that the rest of the page still shows. If the API refuses
 * the session, opens the sign-in page.
 * @param failure the sentence to show after a failure; default: the error's message
 */
export async function read<T>(ask: () => Promise<T>, failure?: string): Promise<Read<T>> {
  const at = performance.now();
  const notAsked = { value: null, failure: "", at };
  if (!isFlagged()) return notAsked;
  try {
    return { value: await ask(), failure: null, at };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    if (isRefusal(error)) {
      shutOut(error.status === 401 ? ENDED : `Access Denied: ${error.message}`);
      return notAsked;
    }
    logger.log(
      error instanceof ApiError && error.code !== INVALID_ANSWER ? "WARN" : "ERROR",
      failure ?? "A page could not be read",
      { error },
    );
    return { value: null, failure: failure ?? messageOf(error), at };
  }
}

export const listLoader =
  <T>(
    readPage: (params: URLSearchParams, cursor: string | undefined, signal: AbortSignal) => Promise<T>,
    failure?: string,
  ) =>
  ({ request }: { request: Request }): Promise<Read<T>> => {
    const params = viewOf(request);
    return read(() => readPage(params, params.get("cursor") ?? undefined, request.signal), failure);
  };

export const useLoaded = <L extends (...args: never[]) => unknown>() =>
  useLoaderData<Awaited<ReturnType<L>>>();

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.code === "FORBIDDEN");
}
