import type { ReactElement } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { getStatement } from "#shared/payouts/statement.ts";
import { call } from "../../api/call.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";

type Made = Output<typeof getStatement>;

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs): Promise<Made> {
  requireSession(request);
  return await orSignIn(request, call(getStatement, { id }, { signal: request.signal }));
}

/** To print, or to save as a PDF, which gets the page's title as its name. */
export function Component(): ReactElement {
  const { name, text } = useLoaderData<Made>();
  useTitle(name);
  const [heading, ...lines] = text.split("\n");
  return (
    <main className="mx-auto max-w-3xl p-5 wrap-anywhere sm:p-8 print:p-0 print:text-black">
      <h1 className="text-lg">{heading}</h1>
      <p className="mt-2 whitespace-pre-wrap">{lines.join("\n").trim()}</p>
      <div className="mt-8 flex flex-wrap gap-2 print:hidden">
        <Button variant="primary" onClick={() => window.print()}>
          Print or save as PDF
        </Button>
        <Link to={paths.affiliate.href()} className={buttonClass("secondary", "normal")}>
          Back to Affiliate
        </Link>
      </div>
    </main>
  );
}
