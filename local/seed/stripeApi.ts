/** Calls the sandbox's API. Parameters are flat: `"recurring[interval]": "month"`. */
export async function stripeApi(
  stripe: { url: string; secretKey: string },
  method: "GET" | "POST",
  path: string,
  parameters: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const query = new URLSearchParams(parameters).toString();
  const response = await fetch(`${stripe.url}/v1${path}${method === "GET" && query ? `?${query}` : ""}`, {
    method,
    headers: {
      authorization: `Bearer ${stripe.secretKey}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    ...(method === "POST" ? { body: query } : {}),
  });
  const answer: unknown = await response.json();
  if (!response.ok) {
    throw new Error(
      `Stripe sandbox: ${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`,
    );
  }
  return Object.fromEntries(Object.entries(answer ?? {}));
}

export function dataOf(list: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(list.data) ? list.data : [];
}
