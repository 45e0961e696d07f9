import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import { rememberCheckout } from "../../app/checkoutChoice.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import type { Standing } from "../standing/standing.ts";
import type { Billing } from "./billing.ts";
import { Plans } from "./Plans.tsx";

export function NoSubscription({
  billing,
  standing: { next, offers },
  children,
}: {
  billing: Billing;
  standing: Pick<Standing, "next" | "offers">;
  children?: ReactNode;
}): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">No Active Subscription</h2>
      {next.kind === "renew" && (
        <p className="mt-2 max-w-[60ch] text-quiet">
          {next.title}. {next.text}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2 max-sm:*:w-full">
        {offers && <WaysToBegin />}
        {children}
      </div>
      {offers && (
        <div className="mt-6">
          <Plans billing={billing} />
        </div>
      )}
    </Card>
  );
}

const WAYS = [
  { mode: "subscription", look: "primary", label: "Subscribe Monthly" },
  { mode: "payment", look: "secondary", label: "Lifetime Access" },
] as const;

function WaysToBegin(): ReactElement[] {
  return WAYS.map(({ mode, look, label }) => (
    <Link
      key={mode}
      to={paths.checkout.href(mode)}
      onClick={() => rememberCheckout(mode)}
      className={buttonClass(look)}
    >
      {label}
    </Link>
  ));
}
