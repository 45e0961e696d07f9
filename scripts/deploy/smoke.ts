type Check = { readonly path: string; readonly status: number; readonly header?: string };

/** Expected answers of the deployed site to requests that need no sign-in and change nothing. */
const CHECKS: readonly Check[] = [
  { path: "/", status: 200, header: "strict-transport-security" },
  { path: "/config.json", status: 200 },
  { path: "/dashboard", status: 200, header: "content-security-policy" },
  { path: "/backend/status", status: 200 },
  { path: "/backend/api/license/keys.json", status: 200 },
  { path: "/backend/api/account", status: 401 },
];

export async function smokeTest(siteUrl: string, get: typeof fetch = fetch): Promise<string[]> {
  const results = await Promise.all(CHECKS.map((check) => tryOut(siteUrl, check, get)));
  return results.filter((problem) => problem !== undefined);
}

async function tryOut(siteUrl: string, check: Check, get: typeof fetch): Promise<string | undefined> {
  const { path, status, header } = check;
  try {
    const response = await get(siteUrl + path, { redirect: "manual", signal: AbortSignal.timeout(15_000) });
    if (response.status !== status) return `${path} answers ${response.status} instead of ${status}.`;
    if (header && !response.headers.has(header)) return `${path} comes without ${header}.`;
    return undefined;
  } catch (error) {
    return `${path} does not answer: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
