import { API_PATH } from "#shared/site.ts";
import { getStatus } from "#shared/status/public.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { scheduled } from "../platform/schedule.ts";
import { countCheck } from "../status/index.ts";

/** A page from CloudFront's bucket, and an API response that involves gateway, function and table. */
const PATHS = ["/", `${API_PATH}${getStatus.path}`];

/** Far below the five minutes between two runs, and long enough for a cold start. */
const PATIENCE_MS = 10_000;

/**
 * Every five minutes: requests a page and the status from the shop's own address, as a visitor would. This gives the
 * API constant traffic, so an alarm on silence works even without customers. Lambda repeats a failed run. Each check is
 * counted for the status page; a check that cannot be counted is missing there.
 * @throws if the shop does not answer with 200
 */
export const handler = scheduled(async (now) => {
  const failure = await ask();
  await countCheck(failure === undefined, now).catch((error: unknown) => {
    log.error("check.uncounted", error);
  });
  if (failure) throw failure;
  return { answered: PATHS.length };
});

async function ask(): Promise<Error | undefined> {
  try {
    for (const path of PATHS) {
      const response = await fetch(env("SITE_URL") + path, {
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.body?.cancel();
      if (response.status !== 200) return new Error(`${path} answered ${response.status} instead of 200`);
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
